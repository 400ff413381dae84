package dev.quarry.qapi.check;

import dev.quarry.qapi.syntax.Dialect;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The keys that say what an expression defines, with the further keys each of them takes. */
enum Keyword {
    ENUM("enum", 100, 9999),
    STRUCT("struct", 204, 9999),
    TYPE("type", 100, 204),
    UNION("union", 101, 9999),
    ALTERNATE("alternate", 204, 9999),
    COMMAND("command", 100, 9999),
    EVENT("event", 201, 9999);

    /** The release in which a key came. */
    private static final Map<String, Integer> SINCE =
            Map.of(
                    "prefix", 205,
                    "boxed", 207,
                    "allow-oob", 212,
                    "allow-preconfig", 300,
                    "if", 300,
                    "coroutine", 502);

    private final String key;
    private final int since;
    private final int removed;

    Keyword(String key, int since, int removed) {
        this.key = key;
        this.since = since;
        this.removed = removed;
    }

    String key() {
        return key;
    }

    /** The keys an expression must have. */
    Set<String> required(Dialect dialect) {
        return switch (this) {
            case ENUM, STRUCT, TYPE, ALTERNATE -> Set.of(key, "data");
            case UNION ->
                    dialect.acceptsUntil(602)
                            ? Set.of(key, "data")
                            : Set.of(key, "base", "discriminator", "data");
            case COMMAND, EVENT -> Set.of(key);
        };
    }

    /** The keys an expression may have. */
    Set<String> optional(Dialect dialect) {
        return everOptional().stream()
                .filter(k -> dialect.accepts(since(k)))
                .collect(Collectors.toSet());
    }

    private int since(String optionalKey) {
        return optionalKey.equals("features")
                ? featuresSince()
                : SINCE.getOrDefault(optionalKey, 100);
    }

    private int featuresSince() {
        return switch (this) {
            case STRUCT -> 401;
            case COMMAND -> 402;
            default -> 500;
        };
    }

    private Set<String> everOptional() {
        return switch (this) {
            case ENUM -> Set.of("prefix", "if", "features");
            case STRUCT, TYPE -> Set.of("base", "if", "features");
            case UNION -> Set.of("base", "discriminator", "if", "features");
            case ALTERNATE -> Set.of("if", "features");
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

    /** Those of the keys that are keywords of the dialect. */
    static List<Keyword> among(Set<String> keys, Dialect dialect) {
        return known(dialect).filter(k -> keys.contains(k.key)).toList();
    }

    /** All of them, as a message lists them. */
    static String listed(Dialect dialect) {
        return known(dialect).map(k -> "'" + k.key + "'").collect(Collectors.joining(", "));
    }

    private static Stream<Keyword> known(Dialect dialect) {
        return Arrays.stream(values()).filter(k -> dialect.acceptsBetween(k.since, k.removed));
    }
}
