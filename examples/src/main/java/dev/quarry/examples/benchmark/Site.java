package dev.quarry.examples.benchmark;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.function.ToDoubleFunction;

/** A server with its disks, as the rows load it. */
final class Site implements AutoCloseable {
    private final Peer peer;
    private final Images images;
    private final Map<String, Disk> disks = new HashMap<>();
    private final Map<String, Export> exports = new HashMap<>();

    Site(Peer peer, Images images, Plan plan) {
        this.peer = peer;
        this.images = images;
        for (String format : List.of("raw", "qcow2")) {
            Disk disk = images.withData(peer.name(), format, plan.diskBytes());
            disks.put(format, disk);
            if (peer.serves(disk)) {
                exports.put(format, peer.attach(disk));
            }
        }
    }

    /** A server without disks, for its monitor alone. */
    Site(Peer peer, Images images) {
        this.peer = peer;
        this.images = images;
    }

    Peer peer() {
        return peer;
    }

    /** Loads the disk with data of a format, if the server has it. */
    OptionalDouble onData(String format, ToDoubleFunction<Export> load) {
        Export export = exports.get(format);
        return export == null
                ? OptionalDouble.empty()
                : OptionalDouble.of(load.applyAsDouble(export));
    }

    /**
     * Loads a new empty disk and gives two figures: the load's, and the bytes that it takes then.
     */
    double[] onEmpty(String format, String detectZeroes, ToDoubleFunction<Export> load) {
        Disk disk = images.empty(peer.name(), format, detectZeroes);
        if (!peer.serves(disk)) {
            Images.remove(disk);
            return new double[0];
        }
        double figure = load.applyAsDouble(peer.attach(disk));
        peer.detach(disk);
        double allocated = Images.allocated(disk);
        Images.remove(disk);
        return new double[] {figure, allocated};
    }

    @Override
    public void close() {
        peer.close();
        disks.values().forEach(Images::remove);
    }
}
