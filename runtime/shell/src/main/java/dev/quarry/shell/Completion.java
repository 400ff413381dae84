package dev.quarry.shell;

import org.jspecify.annotations.Nullable;

import java.util.List;
import java.util.stream.Stream;

/** What may come next at the end of a line, by the server's schema. Knows no terminal. */
final class Completion {
    private final Schema schema;

    Completion(Schema schema) {
        this.schema = schema;
    }

    /**
     * The words that the last one may become.
     *
     * @param words the line up to the cursor, the last one perhaps empty; the first is the command
     */
    List<String> candidates(List<String> words) {
        String last = words.get(words.size() - 1);
        if (words.size() == 1) {
            return startingWith(
                    last, Stream.concat(schema.commands().stream(), Stream.of("help", "exit")));
        }
        if (words.get(0).equals("help")) {
            return startingWith(last, schema.commands().stream());
        }
        SchemaType arguments = schema.arguments(words.get(0));
        return arguments == null ? List.of() : pairs(arguments, words, last);
    }

    private List<String> pairs(SchemaType arguments, List<String> words, String last) {
        Given given = Given.of(words.subList(1, words.size()));
        int comma = last.lastIndexOf(',') + 1;
        String pair = last.substring(comma);
        int equals = pair.indexOf('=');
        Stream<String> all =
                equals < 0
                        ? keys(arguments, pair, given)
                        : values(arguments, pair.substring(0, equals), given);
        return startingWith(last, all.map(next -> last.substring(0, comma) + next));
    }

    private static Stream<String> keys(SchemaType arguments, String begun, Given given) {
        String path = begun.substring(0, begun.lastIndexOf('.') + 1);
        SchemaType holder = holder(arguments, path, given);
        SchemaType object = holder == null ? null : holder.alternative("object");
        return object == null
                ? Stream.of()
                : object.members(tag -> given.value(path + tag)).stream()
                        .flatMap(member -> key(path, member))
                        .filter(key -> !given.has(key));
    }

    /** A member with simple values is a key; one with members is the beginning of one; or both. */
    private static Stream<String> key(String path, SchemaType.Member member) {
        boolean nested =
                member.type().alternative("object") != null
                        || member.type().alternative("array") != null;
        boolean simple =
                member.type().alternative("builtin") != null
                        || member.type().alternative("enum") != null;
        String name = path + member.name();
        return Stream.concat(
                simple ? Stream.of(name + "=") : Stream.of(),
                nested ? Stream.of(name + ".") : Stream.of());
    }

    private static Stream<String> values(SchemaType arguments, String key, Given given) {
        int dot = key.lastIndexOf('.') + 1;
        SchemaType holder = holder(arguments, key.substring(0, dot), given);
        SchemaType type =
                holder == null
                        ? null
                        : step(holder, key.substring(0, dot), key.substring(dot), given);
        return type == null ? Stream.of() : type.words().stream().map(word -> key + "=" + word);
    }

    /** The type that a path with dots leads to, or null. */
    private static @Nullable SchemaType holder(SchemaType arguments, String path, Given given) {
        SchemaType type = arguments;
        int from = 0;
        for (int dot = path.indexOf('.'); dot >= 0 && type != null; dot = path.indexOf('.', from)) {
            type = step(type, path.substring(0, from), path.substring(from, dot), given);
            from = dot + 1;
        }
        return type;
    }

    private static @Nullable SchemaType step(
            SchemaType type, String path, String name, Given given) {
        SchemaType array = type.alternative("array");
        if (array != null && name.matches("[0-9]+")) {
            return array.element();
        }
        SchemaType object = type.alternative("object");
        return object == null
                ? null
                : object.members(tag -> given.value(path + tag)).stream()
                        .filter(member -> member.name().equals(name))
                        .map(SchemaType.Member::type)
                        .findFirst()
                        .orElse(null);
    }

    private static List<String> startingWith(String begun, Stream<String> all) {
        return all.filter(word -> word.startsWith(begun)).distinct().sorted().toList();
    }
}
