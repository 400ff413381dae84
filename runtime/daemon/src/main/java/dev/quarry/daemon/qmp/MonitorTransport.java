package dev.quarry.daemon.qmp;

/** The byte stream under a session. Any thread may call; nothing here waits. */
interface MonitorTransport {
    /** There is something in the session's outbox. */
    void outputReady();

    /** Whether the session can take more input. What is on its way may still arrive. */
    void reading(boolean wanted);

    /** Sends what is in the outbox, then ends the connection. */
    void finish();

    /** Ends the connection now. */
    void abort();
}
