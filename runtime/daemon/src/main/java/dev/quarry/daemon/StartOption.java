package dev.quarry.daemon;

/**
 * One option that builds something, in the order it was given.
 *
 * @param kind what it builds
 * @param text its value, unparsed
 */
record StartOption(Kind kind, String text) {
    /** The option for people to read. An object's text may hold a secret, and is left out. */
    String shown() {
        return kind == Kind.OBJECT ? kind.option() : kind.option() + " " + text;
    }

    /** The options that are carried out strictly in order. */
    enum Kind {
        OBJECT("--object", "qom-type"),
        BLOCKDEV("--blockdev", "driver"),
        CHARDEV("--chardev", "backend"),
        MONITOR("--monitor", "chardev"),
        NBD_SERVER("--nbd-server", ""),
        EXPORT("--export", "type");

        private final String option;
        private final String impliedKey;

        Kind(String option, String impliedKey) {
            this.option = option;
            this.impliedKey = impliedKey;
        }

        /** As it is written on the command line. */
        String option() {
            return option;
        }

        /** The key of a first piece without one; "" where there is none. */
        String impliedKey() {
            return impliedKey;
        }
    }
}
