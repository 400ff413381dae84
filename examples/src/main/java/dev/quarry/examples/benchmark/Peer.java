package dev.quarry.examples.benchmark;

import java.util.Optional;
import java.util.OptionalDouble;

/** A server under measurement. */
interface Peer extends AutoCloseable {
    /** As the table calls it. */
    String name();

    /** Whether it can open a disk like this. */
    boolean serves(Disk disk);

    /** Opens a disk and exports it over NBD, writable. */
    Export attach(Disk disk);

    /** Closes a disk again; its file is complete then. */
    void detach(Disk disk);

    /** The one connection to its monitor, where it has one: some serve no second client. */
    Optional<Monitor> monitor();

    /** Most bytes of memory that it has held so far, all its processes together. */
    long peakMemory();

    /** Bytes of heap that are in use after all garbage is collected, where it is a Java program. */
    default OptionalDouble liveHeap() {
        return OptionalDouble.empty();
    }

    /** Starts one more such server and waits for its first word; returns the nanoseconds. */
    Optional<Long> startTime();

    @Override
    void close();
}
