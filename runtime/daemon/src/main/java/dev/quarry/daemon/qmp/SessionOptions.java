package dev.quarry.daemon.qmp;

/**
 * How a monitor behaves.
 *
 * @param pretty whether messages are indented
 * @param oneClient whether a socket serves one client at a time, as QEMU 7.2 does: the next is
 *     accepted but hears nothing until the one before it has left
 */
public record SessionOptions(boolean pretty, boolean oneClient) {}
