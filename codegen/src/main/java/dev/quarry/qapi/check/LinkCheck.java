package dev.quarry.qapi.check;

import dev.quarry.qapi.model.AlternateType;
import dev.quarry.qapi.model.ArrayType;
import dev.quarry.qapi.model.BuiltinType;
import dev.quarry.qapi.model.CommandDefinition;
import dev.quarry.qapi.model.CommandDefinition.Flag;
import dev.quarry.qapi.model.Definition;
import dev.quarry.qapi.model.EnumType;
import dev.quarry.qapi.model.EnumValue;
import dev.quarry.qapi.model.EventDefinition;
import dev.quarry.qapi.model.Feature;
import dev.quarry.qapi.model.ObjectType;
import dev.quarry.qapi.model.SchemaType;
import dev.quarry.qapi.model.TypeRef;
import dev.quarry.qapi.source.Diagnostic;
import dev.quarry.qapi.source.Diagnostics;
import dev.quarry.qapi.syntax.Dialect;
import dev.quarry.qapi.syntax.ParsedSchema;
import dev.quarry.qapi.syntax.Pragmas;
import dev.quarry.qapi.syntax.Pragmas.Exceptions;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/** Checks what takes the whole schema: that names exist and are used for what they are. */
final class LinkCheck {
    private static final int MAX_DEPTH = 100;

    /** How many names of features a schema may have, since 10.0. */
    private static final int MAX_FEATURES = 64;

    private final Definer definer;
    private final ParsedSchema parsed;
    private final Pragmas pragmas;
    private final Dialect dialect;
    private final Set<String> featureNames = new HashSet<>();
    private final Set<String> done = new HashSet<>();
    private final Set<String> busy = new HashSet<>();

    LinkCheck(Definer definer, ParsedSchema parsed) {
        this.definer = definer;
        this.parsed = parsed;
        this.pragmas = parsed.pragmas();
        this.dialect = parsed.dialect();
    }

    /** Checks all definitions, in order. */
    void checkAll(Diagnostics diagnostics) {
        for (Definition definition : new ArrayList<>(definer.table().values())) {
            diagnostics.collect(() -> check(definition));
        }
    }

    private void check(Definition definition) {
        Subject subject = subject(definition);
        if (subject == null || done.contains(definition.name())) {
            return;
        }
        features(subject, definition);
        if (definition instanceof ObjectType type) {
            object(type, subject);
        } else if (definition instanceof EnumType type) {
            enumeration(type, subject);
        } else if (definition instanceof AlternateType type) {
            new AlternateCheck(type, subject, this).check();
        } else if (definition instanceof CommandDefinition command) {
            command(command, subject);
        } else if (definition instanceof EventDefinition event) {
            arguments(event.data(), event.boxed(), "the event's 'data'", subject);
        }
        done.add(definition.name());
        documentation(definition, subject);
    }

    private @Nullable Subject subject(Definition definition) {
        var origin = definition.origin();
        return origin.location() == null
                ? null
                : new Subject(
                        origin.location(), origin.keyword() + " '" + origin.owner() + "'", dialect);
    }

    private void features(Subject subject, Definition definition) {
        distinctFeatures(subject, definition.features());
        for (Feature feature : definition.features()) {
            if (definition instanceof SchemaType
                    && feature.isSpecial()
                    && subject.dialect().refuses(500)) {
                throw subject.failure("a type may not have feature '" + feature.name() + "'");
            }
        }
    }

    private void distinctFeatures(Subject subject, List<Feature> features) {
        ClashCheck names = new ClashCheck();
        for (Feature feature : features) {
            names.add(subject, feature.name(), "feature '" + feature.name() + "'");
            if (featureNames.add(feature.name())
                    && featureNames.size() > MAX_FEATURES
                    && dialect.refuses(1000)) {
                throw subject.failure(
                        "feature '" + feature.name() + "' is one name too many for a schema");
            }
        }
    }

    private void enumeration(EnumType type, Subject subject) {
        ClashCheck names = new ClashCheck();
        for (EnumValue value : type.values()) {
            names.add(subject, value.name(), "value '" + value.name() + "'");
            distinctFeatures(subject, value.features());
        }
    }

    private void documentation(Definition definition, Subject subject) {
        Form form = definer.form(definition.name());
        if (form == null || !form.name().equals(definition.name())) {
            return;
        }
        if (form.comment() != null) {
            new DocCheck(definition, form.comment(), subject, parsed).check();
        } else {
            parsed.docRules()
                    .advise(
                            new Diagnostic(
                                    subject.location(),
                                    "it is not documented",
                                    subject.definition(),
                                    null));
        }
    }

    /** The type of that name. */
    SchemaType resolve(TypeRef ref, Subject subject, String what) {
        SchemaType type = ref.find();
        if (type == null) {
            throw unknown(ref.name(), subject, what);
        }
        if (type instanceof ArrayType array && array.element().find() == null) {
            throw unknown(array.element().name(), subject, what);
        }
        return type;
    }

    private RuntimeException unknown(String name, Subject subject, String what) {
        List<String> known =
                definer.table().values().stream()
                        .filter(d -> d instanceof SchemaType type && !type.isImplicit())
                        .map(Definition::name)
                        .toList();
        return subject.failure(
                what + " uses unknown type '" + name + "'", Hint.nearest(name, known));
    }

    private void object(ObjectType type, Subject subject) {
        if (busy.size() > MAX_DEPTH) {
            throw subject.failure("type '" + type.name() + "' has too many types within types");
        }
        if (!busy.add(type.name())) {
            throw subject.failure("type '" + type.name() + "' contains itself");
        }
        try {
            contents(type, subject);
        } finally {
            busy.remove(type.name());
        }
    }

    private void contents(ObjectType type, Subject subject) {
        ClashCheck names = new ClashCheck();
        base(type, subject, names);
        type.localMembers()
                .forEach(m -> {
                    resolve(m.type(), subject, "member '" + m.name() + "'");
                    names.add(subject, m.name(), "member '" + m.name() + "'");
                    distinctFeatures(subject, m.features());
                });
        if (type.isUnion()) {
            new UnionCheck(type, subject, this).check(names);
        }
    }

    private void base(ObjectType type, Subject subject, ClashCheck names) {
        if (type.base() == null) {
            return;
        }
        SchemaType base = resolve(type.base(), subject, "'base'");
        if (!(base instanceof ObjectType object) || object.isUnion()) {
            throw subject.failure("'base' must be a struct, not " + base.describe());
        }
        contained(object);
        for (var member : object.members()) {
            names.add(
                    subject,
                    member.name(),
                    "member '" + member.name() + "' of '" + base.name() + "'");
        }
    }

    /** Checks a type that another one contains; that it may already be under way is the point. */
    void contained(ObjectType type) {
        if (busy.contains(type.name())) {
            Subject subject = Objects.requireNonNull(subject(type));
            throw subject.failure("type '" + type.name() + "' contains itself");
        }
        check(type);
    }

    private void command(CommandDefinition command, Subject subject) {
        arguments(command.arguments(), command.has(Flag.BOXED), "the command's 'data'", subject);
        TypeRef returns = command.returns();
        if (returns == null) {
            return;
        }
        SchemaType type = resolve(returns, subject, "the command's 'returns'");
        if (dialect.acceptsUntil(209)
                || pragmas.excepts(Exceptions.COMMAND_RETURNS, command.name())) {
            return;
        }
        SchemaType element = type instanceof ArrayType array ? array.element().type() : type;
        if (!(element instanceof ObjectType)) {
            throw subject.failure("the command's 'returns' may not be " + type.describe());
        }
    }

    private void arguments(@Nullable TypeRef ref, boolean boxed, String what, Subject subject) {
        if (ref == null) {
            return;
        }
        SchemaType type = resolve(ref, subject, what);
        if (!(type instanceof ObjectType object)) {
            throw subject.failure(what + " may not be " + type.describe());
        }
        if (object.isUnion() && !boxed) {
            throw subject.failure(what + " may be " + type.describe() + " only where 'boxed'");
        }
        boolean conditional = object.members().stream().anyMatch(m -> !m.condition().isAlways());
        if (conditional && !boxed && dialect.refuses(801)) {
            throw subject.failure(what + " has conditional members, which needs 'boxed'");
        }
    }

    /**
     * Whether the type is one that a value can be told by: anything but {@code any} and alternates.
     */
    static boolean isDistinct(SchemaType type) {
        return !(type instanceof AlternateType)
                && !(type instanceof BuiltinType builtin && builtin.name().equals("any"));
    }
}
