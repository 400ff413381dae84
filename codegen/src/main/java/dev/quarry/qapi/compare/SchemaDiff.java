package dev.quarry.qapi.compare;

import dev.quarry.qapi.model.CommandDefinition;
import dev.quarry.qapi.model.Definition;
import dev.quarry.qapi.model.EventDefinition;
import dev.quarry.qapi.model.Feature;
import dev.quarry.qapi.model.ObjectType;
import dev.quarry.qapi.model.Schema;
import dev.quarry.qapi.model.SchemaType;
import dev.quarry.qapi.model.TypeRef;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Compares two schemas command by command and event by event, down through the types they use,
 * whose names do not matter. What a client sends must stay accepted; what it receives must keep
 * what was there. Something new in what it receives is fine: clients skip what they do not know.
 * Conditions count as true.
 */
public final class SchemaDiff {
    private final Schema before;
    private final Schema after;
    private final List<Change> changes = new ArrayList<>();

    private SchemaDiff(Schema before, Schema after) {
        this.before = before;
        this.after = after;
    }

    /**
     * Every difference, in the order of the old schema, then what is new in the order of the new
     * one.
     */
    public static List<Change> of(Schema before, Schema after) {
        SchemaDiff diff = new SchemaDiff(before, after);
        diff.commands();
        diff.events();
        return diff.changes;
    }

    private static <T extends Definition> Map<String, T> byName(Schema schema, Class<T> kind) {
        Map<String, T> definitions = new LinkedHashMap<>();
        schema.all(kind).forEach(d -> definitions.put(d.name(), d));
        return definitions;
    }

    private void commands() {
        Map<String, CommandDefinition> old = byName(before, CommandDefinition.class);
        Map<String, CommandDefinition> now = byName(after, CommandDefinition.class);
        old.forEach((name, command) -> command("command " + name, command, now.get(name)));
        addNew("command ", old, now);
    }

    private void events() {
        Map<String, EventDefinition> old = byName(before, EventDefinition.class);
        Map<String, EventDefinition> now = byName(after, EventDefinition.class);
        old.forEach((name, event) -> event("event " + name, event, now.get(name)));
        addNew("event ", old, now);
    }

    private void addNew(String kind, Map<String, ? extends Definition> old, Map<String, ?> now) {
        for (String name : now.keySet()) {
            if (!old.containsKey(name)) {
                changes.add(new Change(kind + name, "added", false));
            }
        }
    }

    private void command(String subject, CommandDefinition old, @Nullable CommandDefinition now) {
        if (now == null) {
            changes.add(new Change(subject, "removed", true));
            return;
        }
        features(subject, old.features(), now.features());
        TypeDiff sent = TypeDiff.sent(subject, changes);
        sent.compare("", typeOf(old.arguments()), typeOf(now.arguments()));
        TypeDiff received = TypeDiff.received(subject, changes);
        received.compare("return", typeOf(old.returns()), typeOf(now.returns()));
        if (old.has(CommandDefinition.Flag.ALLOW_OOB)
                && !now.has(CommandDefinition.Flag.ALLOW_OOB)) {
            changes.add(new Change(subject, "no longer allowed out of band", true));
        }
    }

    private void event(String subject, EventDefinition old, @Nullable EventDefinition now) {
        if (now == null) {
            changes.add(new Change(subject, "removed", true));
            return;
        }
        features(subject, old.features(), now.features());
        TypeDiff.received(subject, changes).compare("data", typeOf(old.data()), typeOf(now.data()));
    }

    private void features(String subject, List<Feature> old, List<Feature> now) {
        for (Feature feature : now) {
            if (old.stream().noneMatch(f -> f.name().equals(feature.name()))) {
                changes.add(new Change(subject, "now " + feature.name(), false));
            }
        }
    }

    private static SchemaType typeOf(@Nullable TypeRef ref) {
        return ref == null ? ObjectType.EMPTY : ref.type();
    }
}
