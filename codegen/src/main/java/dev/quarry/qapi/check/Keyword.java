package dev.quarry.qapi.check;

import java.util.Arrays;
import java.util.List;
import java.util.Set;

/** The keys that say what an expression defines, with the further keys each of them takes. */
enum Keyword {
    ENUM("enum"),
    STRUCT("struct"),
    UNION("union"),
    ALTERNATE("alternate"),
    COMMAND("command"),
    EVENT("event");

    private final String key;

    Keyword(String key) {
        this.key = key;
    }

    String key() {
        return key;
    }

    /** The keys an expression must have. */
    Set<String> required() {
        return switch (this) {
            case ENUM, STRUCT, ALTERNATE -> Set.of(key, "data");
            case UNION -> Set.of(key, "base", "discriminator", "data");
            case COMMAND, EVENT -> Set.of(key);
        };
    }

    /** The keys an expression may have. */
    Set<String> optional() {
        return switch (this) {
            case ENUM -> Set.of("prefix", "if", "features");
            case STRUCT -> Set.of("base", "if", "features");
            case UNION, ALTERNATE -> Set.of("if", "features");
            case EVENT -> Set.of("data", "boxed", "if", "features");
            case COMMAND ->
                    Set.of(
                            "data",
                            "returns",
                            "boxed",
                            "if",
                            "features",
                            "gen",
                            "success-response",
                            "allow-oob",
                            "allow-preconfig",
                            "coroutine");
        };
    }

    /** Those of the keys that are keywords. */
    static List<Keyword> among(Set<String> keys) {
        return Arrays.stream(values()).filter(k -> keys.contains(k.key)).toList();
    }

    /** All of them, as a message lists them. */
    static String listed() {
        return String.join(", ", Arrays.stream(values()).map(k -> "'" + k.key + "'").toList());
    }
}
