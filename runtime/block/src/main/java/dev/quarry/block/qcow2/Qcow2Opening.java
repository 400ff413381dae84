package dev.quarry.block.qcow2;

import dev.quarry.block.BlockChild;
import dev.quarry.block.BlockException;
import dev.quarry.block.BlockNode;
import dev.quarry.block.Filenames;
import dev.quarry.block.OpenContext;
import dev.quarry.posix.Errno;

import org.jspecify.annotations.Nullable;

import java.util.Objects;

/** Opens an image as a node: looks at its header, finds its backing file, reads its tables. */
final class Qcow2Opening {
    private Qcow2Opening() {}

    static Qcow2Driver open(
            OpenContext context, Qcow2Settings settings, @Nullable BackingDefiner implicit) {
        BlockChild file = context.child("file");
        ChildFile storage = new ChildFile(file);
        Qcow2Header header = Qcow2Header.read(storage);
        HeaderChecks.requireReadable(header, storage.size());
        requireLazyRefcountsPossible(settings, header.geometry());
        if (header.backingFile() != null && implicit != null && !context.definesBacking()) {
            String name = Filenames.exact(file.node());
            int depth = settings.backingDepth();
            context.openBacking(ImplicitBacking.define(implicit, header, name, depth));
        }
        return new Qcow2Driver(
                context.node(), file, () -> openImage(context.node(), settings, storage));
    }

    private static OpenImage openImage(BlockNode node, Qcow2Settings settings, ChildFile file) {
        OpenImage.Options options =
                new OpenImage.Options(
                        !node.options().readOnly(),
                        Objects.requireNonNullElse(
                                settings.passDiscardRequest(), node.options().unmap()),
                        Objects.requireNonNullElse(settings.passDiscardOther(), false),
                        settings);
        return OpenImage.open(file, options, () -> backingOf(node), node::reportCorruption);
    }

    private static void requireLazyRefcountsPossible(Qcow2Settings settings, Geometry geometry) {
        if (Boolean.TRUE.equals(settings.lazyRefcounts()) && geometry.version() < 3) {
            throw BlockException.of(
                    Errno.EINVAL, "'lazy-refcounts' needs a qcow2 image of version 3");
        }
    }

    private static @Nullable BackingFile backingOf(BlockNode node) {
        BlockChild backing = node.backing();
        return backing == null ? null : new ChildBacking(backing);
    }
}
