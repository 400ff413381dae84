package dev.quarry.qapi.syntax;

import dev.quarry.qapi.source.Location;
import dev.quarry.qapi.source.SchemaException;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The pragmas of a schema. There is one set of them for all files; a later list replaces an earlier
 * one.
 */
public final class Pragmas {
    private static final Map<String, ListPragma> LISTS =
            Map.of(
                    "command-name-exceptions", new ListPragma(Exceptions.COMMAND_NAME, 600, 9999),
                    "command-returns-exceptions",
                            new ListPragma(Exceptions.COMMAND_RETURNS, 600, 9999),
                    "member-name-exceptions", new ListPragma(Exceptions.MEMBER_NAME, 600, 9999),
                    "documentation-exceptions", new ListPragma(Exceptions.DOCUMENTATION, 900, 9999),
                    "returns-whitelist", new ListPragma(Exceptions.COMMAND_RETURNS, 209, 600),
                    "name-case-whitelist", new ListPragma(Exceptions.MEMBER_NAME, 209, 600));

    private record ListPragma(Exceptions kind, int since, int removed) {}

    /** What names can be excepted from. */
    public enum Exceptions {
        /** Commands that may have an underscore in their name. */
        COMMAND_NAME,
        /** Commands that may return something else than an object or an array of objects. */
        COMMAND_RETURNS,
        /** Types whose members may have upper case and underscores in their names. */
        MEMBER_NAME,
        /** Definitions whose members may lack documentation. */
        DOCUMENTATION
    }

    private final Dialect dialect;
    private boolean docRequired;
    private final Map<Exceptions, Set<String>> exceptions = new HashMap<>();

    Pragmas(Dialect dialect) {
        this.dialect = dialect;
    }

    /** Whether every definition must be documented. */
    public boolean docRequired() {
        return docRequired;
    }

    /** Whether the name is excepted. */
    public boolean excepts(Exceptions kind, String name) {
        return exceptions.getOrDefault(kind, Set.of()).contains(name);
    }

    void set(String name, Value value, Location at) {
        ListPragma list = LISTS.get(name);
        if (name.equals("doc-required")) {
            docRequired = flag(value, at);
        } else if (list != null && dialect.acceptsBetween(list.since(), list.removed())) {
            exceptions.put(list.kind(), strings(name, value, at));
        } else {
            throw SchemaException.at(at, "there is no pragma '" + name + "'");
        }
    }

    private static boolean flag(Value value, Location at) {
        if (value instanceof Value.Flag flag) {
            return flag.value();
        }
        throw SchemaException.at(at, "pragma 'doc-required' takes true or false");
    }

    private static Set<String> strings(String name, Value value, Location at) {
        if (value instanceof Value.Array array && areTexts(array.elements())) {
            Set<String> result = new HashSet<>();
            array.elements().forEach(v -> result.add(((Value.Text) v).text()));
            return result;
        }
        throw SchemaException.at(at, "pragma '" + name + "' takes a list of strings");
    }

    private static boolean areTexts(List<Value> values) {
        return values.stream().allMatch(Value.Text.class::isInstance);
    }
}
