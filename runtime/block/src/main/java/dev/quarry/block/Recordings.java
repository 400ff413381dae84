package dev.quarry.block;

import jdk.jfr.FlightRecorder;

/**
 * Whether anybody makes flight recordings. Asked before the class of an event is touched: to load
 * the first one takes some hundred milliseconds, which nobody shall pay who does not record.
 */
final class Recordings {
    private Recordings() {}

    /** Whether there has been a recording in this process. */
    static boolean areMade() {
        return FlightRecorder.isInitialized();
    }
}
