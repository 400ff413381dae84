package dev.quarry.qapi.java;

/** Which part of the Java is wanted. Names are the same whatever the part. */
public enum Scope {
    /** Everything. */
    ALL,
    /** Types with their codecs, arguments of commands and data of events among them. */
    TYPES,
    /** Types, interfaces of commands, the client, the decoder of events. */
    CLIENT,
    /** Types, interfaces of commands, the table of commands. */
    SERVER;

    boolean hasCommands() {
        return this != TYPES;
    }

    boolean hasClient() {
        return this == ALL || this == CLIENT;
    }

    boolean hasServer() {
        return this == ALL || this == SERVER;
    }
}
