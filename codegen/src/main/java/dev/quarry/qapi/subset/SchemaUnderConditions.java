package dev.quarry.qapi.subset;

import dev.quarry.qapi.model.AlternateType;
import dev.quarry.qapi.model.ArrayType;
import dev.quarry.qapi.model.Branch;
import dev.quarry.qapi.model.BuiltinType;
import dev.quarry.qapi.model.CommandDefinition;
import dev.quarry.qapi.model.Condition;
import dev.quarry.qapi.model.Definition;
import dev.quarry.qapi.model.EnumType;
import dev.quarry.qapi.model.EnumValue;
import dev.quarry.qapi.model.EventDefinition;
import dev.quarry.qapi.model.Feature;
import dev.quarry.qapi.model.Member;
import dev.quarry.qapi.model.ObjectType;
import dev.quarry.qapi.model.Origin;
import dev.quarry.qapi.model.Schema;
import dev.quarry.qapi.model.TypeRef;
import dev.quarry.qapi.model.Variants;

import org.jspecify.annotations.Nullable;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/**
 * A schema as it is under some conditions: without what does not exist, and then without
 * conditions. A type that something still refers to stays, whatever its own condition.
 */
public final class SchemaUnderConditions {
    private final Predicate<String> identifiers;
    private final Map<String, Definition> table = new LinkedHashMap<>();

    private SchemaUnderConditions(Predicate<String> identifiers) {
        this.identifiers = identifiers;
    }

    /**
     * The schema where these identifiers hold.
     *
     * @throws SubsetException a type that is left has no branch any more
     */
    public static Schema of(Schema schema, Predicate<String> identifiers) {
        SchemaUnderConditions result = new SchemaUnderConditions(identifiers);
        schema.definitions().forEach((name, d) -> result.table.put(name, result.definition(d)));
        List<Definition> existing =
                schema.definitions().values().stream()
                        .filter(d -> d.condition().holds(identifiers))
                        .map(d -> result.table.getOrDefault(d.name(), d))
                        .toList();
        Schema left = new Kept(existing).schema(schema.modules(), result.table);
        left.definitions().values().forEach(SchemaUnderConditions::requireBranch);
        return left;
    }

    private static void requireBranch(Definition definition) {
        boolean none =
                definition instanceof AlternateType alternate
                        ? alternate.branches().isEmpty()
                        : definition instanceof ObjectType object
                                && object.isUnion()
                                && object.branches().isEmpty();
        if (none) {
            throw new SubsetException(
                    definition.describe() + " has no branch under these conditions");
        }
    }

    private Definition definition(Definition definition) {
        if (definition instanceof EnumType type) {
            return enumeration(type);
        }
        if (definition instanceof ArrayType type) {
            return new ArrayType(type.name(), use(type.element()), origin(type.place()));
        }
        if (definition instanceof AlternateType type) {
            List<Branch> branches = branches(type.branches());
            return new AlternateType(type.name(), branches, origin(type.origin()));
        }
        if (definition instanceof ObjectType type) {
            return object(type);
        }
        return definition instanceof BuiltinType ? definition : use(definition);
    }

    private EnumType enumeration(EnumType type) {
        List<EnumValue> values =
                existing(
                        type.values(),
                        EnumValue::condition,
                        v -> new EnumValue(v.name(), Condition.always(), features(v.features())));
        return new EnumType(type.name(), values, type.prefix(), origin(type.origin()));
    }

    private ObjectType object(ObjectType type) {
        List<Member> members = existing(type.localMembers(), Member::condition, this::member);
        Variants variants = type.variants() == null ? null : variants(type, type.variants());
        return new ObjectType(
                type.name(), useIfAny(type.base()), members, variants, origin(type.origin()));
    }

    private Variants variants(ObjectType union, Variants variants) {
        Set<String> values =
                enumeration(union.tagType()).values().stream()
                        .map(EnumValue::name)
                        .collect(Collectors.toSet());
        List<Branch> branches =
                variants.written().stream().filter(b -> values.contains(b.name())).toList();
        TypeRef empty = new TypeRef(ObjectType.EMPTY_NAME, table);
        return new Variants(variants.tag(), branches(branches), empty);
    }

    private Member member(Member member) {
        return new Member(
                member.name(),
                use(member.type()),
                member.optional(),
                Condition.always(),
                features(member.features()),
                member.definedIn());
    }

    private List<Branch> branches(List<Branch> branches) {
        return existing(
                branches,
                Branch::condition,
                b -> new Branch(b.name(), use(b.type()), Condition.always(), b.implied()));
    }

    private Definition use(Definition user) {
        if (user instanceof EventDefinition event) {
            return new EventDefinition(
                    event.name(), useIfAny(event.data()), event.boxed(), origin(event.origin()));
        }
        CommandDefinition command = (CommandDefinition) user;
        return new CommandDefinition(
                command.name(),
                useIfAny(command.arguments()),
                useIfAny(command.returns()),
                command.flags(),
                origin(command.origin()));
    }

    private TypeRef use(TypeRef type) {
        return new TypeRef(type.name(), table);
    }

    private @Nullable TypeRef useIfAny(@Nullable TypeRef type) {
        return type == null ? null : use(type);
    }

    private Origin origin(Origin origin) {
        return new Origin(
                origin.location(),
                origin.keyword(),
                origin.owner(),
                Condition.always(),
                features(origin.features()),
                origin.documentation());
    }

    private List<Feature> features(List<Feature> features) {
        return existing(
                features, Feature::condition, f -> new Feature(f.name(), Condition.always()));
    }

    private <T> List<T> existing(
            List<T> all, Function<T, Condition> condition, UnaryOperator<T> without) {
        return all.stream()
                .filter(t -> condition.apply(t).holds(identifiers))
                .map(without)
                .toList();
    }
}
