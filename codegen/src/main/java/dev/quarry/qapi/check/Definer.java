package dev.quarry.qapi.check;

import dev.quarry.qapi.model.AlternateType;
import dev.quarry.qapi.model.ArrayType;
import dev.quarry.qapi.model.Branch;
import dev.quarry.qapi.model.BuiltinType;
import dev.quarry.qapi.model.CommandDefinition;
import dev.quarry.qapi.model.CommandDefinition.Flag;
import dev.quarry.qapi.model.Condition;
import dev.quarry.qapi.model.Definition;
import dev.quarry.qapi.model.Documentation;
import dev.quarry.qapi.model.EnumType;
import dev.quarry.qapi.model.EnumValue;
import dev.quarry.qapi.model.EventDefinition;
import dev.quarry.qapi.model.Member;
import dev.quarry.qapi.model.ObjectType;
import dev.quarry.qapi.model.Origin;
import dev.quarry.qapi.model.TypeRef;
import dev.quarry.qapi.model.Variants;
import dev.quarry.qapi.source.Location;
import dev.quarry.qapi.syntax.Dialect;
import dev.quarry.qapi.syntax.DocComment;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/** Enters definitions, and the types they imply, into the one table of names. */
final class Definer {
    private static final Map<String, Flag> FLAGS =
            Map.of(
                    "gen", Flag.NO_MARSHALLING,
                    "success-response", Flag.NO_SUCCESS_RESPONSE,
                    "boxed", Flag.BOXED,
                    "allow-oob", Flag.ALLOW_OOB,
                    "allow-preconfig", Flag.ALLOW_PRECONFIG,
                    "coroutine", Flag.COROUTINE);

    /** The release in which a built-in type came. */
    private static final Map<String, Integer> BUILTINS_SINCE = Map.of("any", 205, "null", 210);

    private final Map<String, Definition> table = new LinkedHashMap<>();
    private final Map<String, Form> forms = new HashMap<>();

    Definer(Dialect dialect) {
        List<BuiltinType> builtins = new ArrayList<>(BuiltinType.ALL);
        builtins.removeIf(t -> !dialect.accepts(BUILTINS_SINCE.getOrDefault(t.name(), 100)));
        if (dialect.acceptsUntil(205)) {
            builtins.addAll(BuiltinType.OLD);
        }
        builtins.forEach(t -> table.put(t.name(), t));
        builtins.forEach(t -> arrayOf(t.name(), Origin.BUILT_IN));
        table.put(ObjectType.EMPTY_NAME, ObjectType.EMPTY);
        if (dialect.accepts(206)) {
            table.put(EnumType.QTYPE.name(), EnumType.QTYPE);
            arrayOf(EnumType.QTYPE.name(), Origin.BUILT_IN);
        }
    }

    /** Everything defined so far, by name, in order. */
    Map<String, Definition> table() {
        return Collections.unmodifiableMap(table);
    }

    /** The form of a definition that was written. */
    @Nullable Form form(String name) {
        return forms.get(name);
    }

    void define(Form form) {
        Origin origin = origin(form);
        Form.Contents contents = form.contents();
        if (contents instanceof Form.EnumContents c) {
            enter(form, new EnumType(form.name(), c.values(), c.prefix(), origin));
        } else if (contents instanceof Form.StructContents c) {
            struct(form, c, origin);
        } else if (contents instanceof Form.UnionContents c) {
            union(form, c, origin);
        } else if (contents instanceof Form.SimpleUnionContents c) {
            simpleUnion(form, c, origin);
        } else if (contents instanceof Form.AlternateContents c) {
            enter(form, new AlternateType(form.name(), branches(c.branches(), origin), origin));
        } else if (contents instanceof Form.CommandContents c) {
            command(form, c, origin);
        } else if (contents instanceof Form.EventContents c) {
            TypeRef data = objectRef(form, c.data(), "arg", origin);
            enter(form, new EventDefinition(form.name(), data, c.boxed(), origin));
        }
    }

    private static Origin origin(Form form) {
        return new Origin(
                form.expression().location(),
                form.keyword().key(),
                form.name(),
                form.condition(),
                form.features(),
                documentation(form.comment()));
    }

    private static Documentation documentation(@Nullable DocComment comment) {
        if (comment == null) {
            return Documentation.NONE;
        }
        return new Documentation(comment.header(), comment.parts());
    }

    private void enter(Form form, Definition definition) {
        Definition other = table.get(definition.name());
        if (other == null) {
            table.put(definition.name(), definition);
            forms.put(definition.name(), form);
            return;
        }
        Location where = other.origin().location();
        throw form.subject()
                .failure(
                        where == null
                                ? other.describe() + " exists already"
                                : "'" + definition.name() + "' is defined already",
                        where == null ? null : where + ": the previous definition");
    }

    private void struct(Form form, Form.StructContents c, Origin origin) {
        TypeRef base = c.base() == null ? null : ref(c.base());
        List<Member> members = members(c.members(), form.name(), origin);
        enter(form, new ObjectType(form.name(), base, members, null, origin));
    }

    private void union(Form form, Form.UnionContents c, Origin origin) {
        TypeRef base = objectRef(form, c.base(), "base", origin);
        Variants variants =
                new Variants(
                        c.discriminator(),
                        branches(c.branches(), origin),
                        ref(ObjectType.EMPTY_NAME));
        enter(form, new ObjectType(form.name(), base, List.of(), variants, origin));
    }

    /**
     * A union that has no base: an implied enumeration, and a wrapper around each branch's type.
     */
    private void simpleUnion(Form form, Form.SimpleUnionContents c, Origin origin) {
        String kind = form.name() + "Kind";
        List<EnumValue> values =
                c.branches().stream()
                        .map(b -> new EnumValue(b.name(), b.condition(), List.of()))
                        .toList();
        enter(form, new EnumType(kind, values, null, origin.implied(origin.condition())));
        List<Branch> branches =
                c.branches().stream()
                        .map(b -> new Branch(b.name(), wrapper(b, origin), b.condition(), false))
                        .toList();
        Member tag =
                new Member("type", ref(kind), false, Condition.always(), List.of(), form.name());
        Variants variants = new Variants("type", branches, ref(ObjectType.EMPTY_NAME));
        TypeRef base = c.base() == null ? null : ref(c.base());
        enter(form, new ObjectType(form.name(), base, List.of(tag), variants, origin));
    }

    private TypeRef wrapper(MemberForm branch, Origin origin) {
        TypeRef wrapped = ref(branch.type(), origin);
        String name = "q_obj_" + wrapped.name() + "-wrapper";
        Member data = new Member("data", wrapped, false, Condition.always(), List.of(), name);
        table.putIfAbsent(
                name,
                new ObjectType(
                        name, null, List.of(data), null, origin.implied(Condition.always())));
        return ref(name);
    }

    private void command(Form form, Form.CommandContents c, Origin origin) {
        TypeRef arguments = objectRef(form, c.arguments(), "arg", origin);
        TypeRef returns = c.returns() == null ? null : ref(c.returns(), origin);
        Set<Flag> flags = EnumSet.noneOf(Flag.class);
        for (String flag : c.flags()) {
            flags.add(Objects.requireNonNull(FLAGS.get(flag)));
        }
        enter(form, new CommandDefinition(form.name(), arguments, returns, flags, origin));
    }

    private @Nullable TypeRef objectRef(
            Form form, Form.@Nullable ObjectForm object, String role, Origin origin) {
        if (object instanceof Form.Named named) {
            return ref(named.type());
        }
        if (object instanceof Form.Inline inline && !inline.members().isEmpty()) {
            return ref(implicitObject(form, inline, role, origin));
        }
        return null;
    }

    private String implicitObject(Form form, Form.Inline inline, String role, Origin origin) {
        String name = "q_obj_" + form.name() + "-" + role;
        List<Member> members = members(inline.members(), name, origin);
        enter(form, new ObjectType(name, null, members, null, origin.implied(origin.condition())));
        return name;
    }

    private List<Member> members(List<MemberForm> forms, String owner, Origin origin) {
        return forms.stream()
                .map(f ->
                        new Member(
                                f.name(),
                                memberType(f, owner, origin),
                                f.optional(),
                                f.condition(),
                                f.features(),
                                owner))
                .toList();
    }

    private TypeRef memberType(MemberForm member, String owner, Origin origin) {
        List<MemberForm> inline = member.type().members();
        if (inline == null) {
            return ref(member.type(), origin);
        }
        String name = nested(owner, member.name());
        Origin place = origin.implied(origin.condition());
        List<Member> members = members(inline, name, place);
        table.put(name, new ObjectType(name, null, members, null, place));
        return ref(name);
    }

    /** A free name for a nameless struct. */
    private String nested(String owner, String member) {
        String capital = Character.toUpperCase(member.charAt(0)) + member.substring(1);
        String name = owner.replaceAll("[^A-Za-z0-9]", "") + capital.replaceAll("[^A-Za-z0-9]", "");
        while (table.containsKey(name)) {
            name += "Inner";
        }
        return name;
    }

    private List<Branch> branches(List<MemberForm> forms, Origin origin) {
        return forms.stream()
                .map(f -> new Branch(f.name(), ref(f.type(), origin), f.condition(), false))
                .toList();
    }

    private TypeRef ref(TypeForm form, Origin origin) {
        return form.array() ? ref(arrayOf(form.name(), origin)) : ref(form.name());
    }

    private TypeRef ref(String name) {
        return new TypeRef(name, table);
    }

    private String arrayOf(String element, Origin origin) {
        String name = element + "List";
        table.putIfAbsent(name, new ArrayType(name, ref(element), origin));
        return name;
    }
}
