package dev.quarry.qapi.introspect;

import dev.quarry.qapi.model.AlternateType;
import dev.quarry.qapi.model.ArrayType;
import dev.quarry.qapi.model.Branch;
import dev.quarry.qapi.model.BuiltinType;
import dev.quarry.qapi.model.CommandDefinition;
import dev.quarry.qapi.model.CommandDefinition.Flag;
import dev.quarry.qapi.model.Definition;
import dev.quarry.qapi.model.Documentation;
import dev.quarry.qapi.model.EnumType;
import dev.quarry.qapi.model.EnumValue;
import dev.quarry.qapi.model.EventDefinition;
import dev.quarry.qapi.model.JsonType;
import dev.quarry.qapi.model.Member;
import dev.quarry.qapi.model.ObjectType;
import dev.quarry.qapi.model.Origin;
import dev.quarry.qapi.model.TypeRef;
import dev.quarry.qapi.model.Variants;
import dev.quarry.qapi.source.Location;
import dev.quarry.qapi.source.SourceFile;

import org.jspecify.annotations.Nullable;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Turns one element of the answer into a definition, under the names that it is given. */
final class DefinitionReader {
    /** What stands for the file that a server does not name: all its commands are one group. */
    static final SourceFile SERVER = new SourceFile(Path.of("server.json"), "\n", null);

    private final Map<String, Definition> table;
    private final Naming names;

    /**
     * @param table where references look for their types
     */
    DefinitionReader(Map<String, Definition> table, Naming names) {
        this.table = table;
        this.names = names;
    }

    Definition read(Element element) {
        return switch (element.text("meta-type")) {
            case "command" -> command(element);
            case "event" -> event(element);
            case "object" -> object(element);
            case "enum" -> enumeration(element);
            case "array" -> array(element);
            case "alternate" -> alternate(element);
            case "builtin" -> builtin(element);
            default ->
                    throw new IntrospectionException(
                            "its meta-type "
                                    + Quoted.of(element.text("meta-type"))
                                    + " is unknown");
        };
    }

    private static Origin origin(Element element, String keyword, String name) {
        return new Origin(
                new Location(SERVER, 1, 1),
                keyword,
                name,
                element.condition(),
                element.features(),
                Documentation.NONE);
    }

    private TypeRef ref(Element element, String member) {
        return new TypeRef(names.ofType(element.type(member)), table);
    }

    /** What a command takes or returns, or an event has; null for nothing. */
    private @Nullable TypeRef unlessNothing(Element element, String member) {
        return names.isNothing(element.type(member)) ? null : ref(element, member);
    }

    private CommandDefinition command(Element element) {
        String name = element.name("name");
        return new CommandDefinition(
                name,
                unlessNothing(element, "arg-type"),
                unlessNothing(element, "ret-type"),
                element.isTrue("allow-oob") ? Set.of(Flag.ALLOW_OOB) : Set.of(),
                origin(element, "command", name));
    }

    private EventDefinition event(Element element) {
        String name = element.name("name");
        TypeRef data = unlessNothing(element, "arg-type");
        return new EventDefinition(name, data, false, origin(element, "event", name));
    }

    private ObjectType object(Element element) {
        String name = names.ofType(element.name("name"));
        List<Member> members =
                element.elements("members").stream().map(m -> member(m, name)).toList();
        boolean union = element.has("tag") || element.has("variants");
        return new ObjectType(
                name,
                null,
                members,
                union ? variants(element) : null,
                origin(element, union ? "union" : "struct", name));
    }

    private Member member(Element member, String owner) {
        return new Member(
                member.name("name"),
                ref(member, "type"),
                member.has("default"),
                member.condition(),
                member.features(),
                owner);
    }

    private Variants variants(Element union) {
        List<Branch> branches =
                union.elements("variants").stream()
                        .map(v -> new Branch(v.name("case"), ref(v, "type"), v.condition(), false))
                        .toList();
        TypeRef empty = new TypeRef(ObjectType.EMPTY_NAME, table);
        return new Variants(union.name("tag"), branches, empty);
    }

    /** Since 6.2 the values are objects; before, only strings. */
    private EnumType enumeration(Element element) {
        String name = names.ofType(element.name("name"));
        List<EnumValue> values =
                element.has("members")
                        ? element.elements("members").stream()
                                .map(v ->
                                        new EnumValue(v.name("name"), v.condition(), v.features()))
                                .toList()
                        : element.names("values").stream()
                                .map(v -> new EnumValue(v.name(), v.condition(), List.of()))
                                .toList();
        return new EnumType(name, values, null, origin(element, "enum", name));
    }

    private ArrayType array(Element element) {
        String name = names.ofType(element.type("name"));
        return new ArrayType(name, ref(element, "element-type"), origin(element, "array", name));
    }

    private AlternateType alternate(Element element) {
        String name = names.ofType(element.name("name"));
        List<Branch> branches =
                element.elements("members").stream().map(this::alternative).toList();
        return new AlternateType(name, branches, origin(element, "alternate", name));
    }

    private Branch alternative(Element branch) {
        String name = names.ofAlternative(branch.type("type"));
        return new Branch(name, ref(branch, "type"), branch.condition(), false);
    }

    private static BuiltinType builtin(Element element) {
        String json = element.text("json-type");
        return Arrays.stream(JsonType.values())
                .filter(t -> t.wireName().equals(json))
                .findFirst()
                .map(t -> new BuiltinType(element.name("name"), t))
                .orElseThrow(() ->
                        new IntrospectionException(
                                "its json-type " + Quoted.of(json) + " is unknown"));
    }
}
