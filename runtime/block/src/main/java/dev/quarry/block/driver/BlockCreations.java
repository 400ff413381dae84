package dev.quarry.block.driver;

import dev.quarry.block.Access;
import dev.quarry.block.BlockBackend;
import dev.quarry.block.BlockException;
import dev.quarry.block.BlockGraph;
import dev.quarry.block.Permissions;
import dev.quarry.block.job.JobControl;
import dev.quarry.block.job.JobTask;
import dev.quarry.block.qcow2.CreateOptions;
import dev.quarry.block.qcow2.Qcow2Format;
import dev.quarry.qapi.generated.BlockdevCreateOptions;
import dev.quarry.qapi.generated.BlockdevRef;

/**
 * From the schema's options to the work of making an image. What is wrong with a driver's options
 * is found by the work, as it is where the images come from that ours have to be like. Any thread.
 */
public final class BlockCreations {
    private static final Access FILLING =
            new Access(Permissions.WRITE.with(Permissions.RESIZE), Permissions.ALL);

    private final BlockGraph graph;

    /** Images are made in the nodes of that graph. */
    public BlockCreations(BlockGraph graph) {
        this.graph = graph;
    }

    /**
     * The work of making an image.
     *
     * @throws BlockException {@code ENOTSUP} if the driver makes none
     */
    public JobTask define(BlockdevCreateOptions options) {
        return switch (options) {
            case BlockdevCreateOptions.File file -> new Creation(control -> make(file, control));
            case BlockdevCreateOptions.Qcow2 qcow2 -> new Creation(control -> make(qcow2, control));
            default ->
                    throw BlockException.notSupported(
                            "Driver '" + options.driver().wireName() + "' makes no images");
        };
    }

    private static void make(BlockdevCreateOptions.File file, JobControl control) {
        new FileCreation(FileCreationSettings.of(file), control::pausePoint).run();
    }

    private void make(BlockdevCreateOptions.Qcow2 qcow2, JobControl control) {
        CreateOptions options = CreationOptions.qcow2(qcow2);
        try (BlockBackend file = open(qcow2.file())) {
            Qcow2Format.create(file, options, control::pausePoint);
        }
    }

    private BlockBackend open(BlockdevRef file) {
        String user = "the creation of an image";
        return switch (file) {
            case BlockdevRef.Reference name ->
                    BlockBackend.open(graph.node(name.value()), FILLING, user);
            case BlockdevRef.Definition inline ->
                    graph.openFor(BlockDrivers.define(inline.value()), FILLING, user);
        };
    }

    /** Progress is one step for all, as programs expect it. */
    private record Creation(Work work) implements JobTask {
        interface Work {
            void run(JobControl control);
        }

        @Override
        public void run(JobControl control) {
            control.progress(0, 1);
            try {
                work.run(control);
            } finally {
                control.progress(1, 1);
            }
        }
    }
}
