package dev.quarry.qmp;

/**
 * The version a server announces in its greeting and in {@code query-version}: the QEMU version
 * whose protocol it speaks, and what it really is.
 *
 * @param major for instance 7
 * @param minor for instance 2
 * @param micro for instance 0
 * @param packageName free text, for instance {@code Quarry 0.1.0}
 */
public record QmpVersion(int major, int minor, int micro, String packageName) {}
