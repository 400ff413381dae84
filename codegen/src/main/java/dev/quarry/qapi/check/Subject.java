package dev.quarry.qapi.check;

import dev.quarry.qapi.source.Diagnostic;
import dev.quarry.qapi.source.Location;
import dev.quarry.qapi.source.SchemaException;
import dev.quarry.qapi.syntax.Dialect;
import dev.quarry.qapi.syntax.Value;

import org.jspecify.annotations.Nullable;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * What is being checked: the place that errors point at, and how messages call it.
 *
 * @param definition such as {@code struct 'Foo'}; null before its name is known
 * @param dialect the releases whose rules hold
 */
record Subject(Location location, @Nullable String definition, Dialect dialect) {

    SchemaException failure(String message) {
        return failure(message, null);
    }

    SchemaException failure(String message, @Nullable String note) {
        return new SchemaException(List.of(new Diagnostic(location, message, definition, note)));
    }

    /** An object that has every required key and none but the required and optional ones. */
    Map<String, Value> object(
            Value value, String what, Set<String> required, Set<String> optional) {
        Map<String, Value> members = ((Value.Dictionary) value).members();
        Set<String> missing = new TreeSet<>(required);
        missing.removeAll(members.keySet());
        if (!missing.isEmpty()) {
            throw failure(what + " lacks " + keys(missing));
        }
        Set<String> valid = new TreeSet<>(required);
        valid.addAll(optional);
        Set<String> unknown = new TreeSet<>(members.keySet());
        unknown.removeAll(valid);
        if (!unknown.isEmpty() && dialect.accepts(204)) {
            throw failure(
                    what + " does not take " + keys(unknown), "It takes " + keys(valid) + ".");
        }
        return members;
    }

    /** The value as a string. */
    String text(@Nullable Value value, String what) {
        if (value instanceof Value.Text text) {
            return text.text();
        }
        throw failure(what + " must be a string");
    }

    private static String keys(Set<String> keys) {
        String list = keys.stream().map(k -> "'" + k + "'").collect(Collectors.joining(", "));
        return (keys.size() == 1 ? "key " : "keys ") + list;
    }
}
