package dev.quarry.daemon;

import dev.quarry.qmp.QmpVersion;

/** Which Quarry this is, and which QEMU it speaks like. */
final class QuarryVersion {
    private static final int MAJOR = 7;
    private static final int MINOR = 2;
    private static final int MICRO = 0;

    private QuarryVersion() {}

    /** What the greeting and {@code query-version} say. */
    static QmpVersion protocol() {
        return new QmpVersion(MAJOR, MINOR, MICRO, "Quarry " + own());
    }

    /** One line for {@code --version}. */
    static String line() {
        return "quarryd " + own() + ", speaks QMP as QEMU " + MAJOR + "." + MINOR + "." + MICRO;
    }

    /** Quarry's version, from the jar; "development" where the classes are in no jar. */
    private static String own() {
        String version = QuarryVersion.class.getPackage().getImplementationVersion();
        return version == null ? "development" : version;
    }
}
