package dev.quarry.qapi.introspect;

import dev.quarry.qapi.model.ArrayType;
import dev.quarry.qapi.model.BuiltinType;
import dev.quarry.qapi.model.CommandDefinition;
import dev.quarry.qapi.model.Definition;
import dev.quarry.qapi.model.EventDefinition;
import dev.quarry.qapi.model.JsonType;
import dev.quarry.qapi.model.ObjectType;
import dev.quarry.qapi.model.SchemaType;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * Names for the types of an answer. A type that has a name keeps it. One that a server calls by a
 * number is called after its use: {@code BlockdevAddArguments}, {@code QueryBlockResult}, and a
 * member's type after its owner and the member, {@code BlockdevAddDriver}.
 *
 * <p>Of several uses the one that is the fewest steps from a command counts, else from an event;
 * {@link Use#byPreference} orders those that are equally near. What is unstable comes last, so that
 * a change there changes no name elsewhere. A new command, event or member can change the names of
 * types that it uses, and hardly ever of others.
 *
 * <p>Types that nobody sees get a name such as the schema compiler gives to members written in
 * place: the arguments of one command, the data of events, and what is but a branch of unions.
 */
final class TypeNames implements Naming {
    private static final List<String> CLASSES_OF_ITS_OWN =
            List.of("Events", "CommandTable", "QapiClient", "ServerCommands");

    private final Map<String, Definition> table;
    private final Uses uses;
    private final Claims claims = new Claims();
    private final Map<String, String> names = new HashMap<>();
    private final Set<String> visited = new HashSet<>();

    /**
     * @param table a checked answer
     */
    TypeNames(Map<String, Definition> table, Uses uses) {
        this.table = table;
        this.uses = uses;
        keepNames();
        RootUses roots = new RootUses(table, uses);
        for (boolean stable : List.of(true, false)) {
            nameFrom(roots.of(CommandDefinition.class, stable));
            nameFrom(roots.of(EventDefinition.class, stable));
        }
        uses.types().forEach(this::nameArray);
    }

    /** Whether the answer tells no name: a number, or a name that the compiler has made up. */
    static boolean isNameless(String type) {
        return type.startsWith("q_") || type.chars().allMatch(c -> c >= '0' && c <= '9');
    }

    /** Takes the names that there are, and those of classes that will be made beside the types. */
    private void keepNames() {
        CLASSES_OF_ITS_OWN.forEach(claims::take);
        BuiltinType.ALL.forEach(b -> keep(b.name(), b.name()));
        BuiltinType.ALL.forEach(b -> claims.take(b.name() + "List"));
        String empty = uses.empty();
        if (empty != null) {
            keep(empty, ObjectType.EMPTY_NAME);
        }
        table.values().forEach(this::keepName);
    }

    private void keepName(Definition definition) {
        String name = definition.name();
        if (definition instanceof CommandDefinition command) {
            claims.take(name);
            if (command.arguments() != null && uses.isInPlace(command.arguments().name())) {
                claims.take(NameParts.camel(name) + "Arguments");
            }
        } else if (definition instanceof EventDefinition) {
            claims.take(name);
            claims.take(NameParts.camel(name) + "Event");
        } else if (definition instanceof BuiltinType builtin) {
            names.putIfAbsent(name, builtinOf(builtin.jsonType()));
        } else if (!(definition instanceof ArrayType) && !isNameless(name)) {
            keep(name, name);
        }
    }

    private void keep(String type, String name) {
        claims.take(name);
        names.put(type, name);
    }

    /** What a built-in type that we do not know is for us. */
    private static String builtinOf(JsonType type) {
        return switch (type) {
            case STRING -> "str";
            case NUMBER -> "number";
            case INT -> "int";
            case BOOLEAN -> "bool";
            case NULL -> "null";
            case OBJECT, ARRAY, VALUE -> "any";
        };
    }

    /** Names what these uses lead to, step by step: first what is near, then what is farther. */
    private void nameFrom(List<Use> roots) {
        List<Use> step = roots;
        while (!step.isEmpty()) {
            List<Use> next = new ArrayList<>();
            Use.byType(step).values().stream()
                    .filter(u -> visited.add(u.get(0).type()))
                    .forEach(u -> next.addAll(named(u)));
            step = next;
        }
    }

    /** Names a type after the best of its uses; returns the uses in it. */
    private List<Use> named(List<Use> all) {
        List<Use> preferred = Use.byPreference(all);
        Use best = preferred.get(0);
        String type = best.type();
        boolean nameless = !names.containsKey(type);
        if (nameless) {
            names.put(type, claims.takeOne(wanted(preferred)));
        }
        String name = ofType(type);
        boolean root = nameless && !best.name().equals(best.stem());
        String stem = root ? best.stem() : name;
        String owner = root ? best.longer() : name;
        return new InnerUses(table, uses, stem, owner, best.rank()).of(type, this::nameBranch);
    }

    private static List<String> wanted(List<Use> preferred) {
        List<String> wanted = new ArrayList<>();
        preferred.forEach(u -> wanted.add(u.name()));
        preferred.forEach(u -> wanted.add(u.longer()));
        return wanted;
    }

    private void nameBranch(String type, String wanted) {
        if (!names.containsKey(type)) {
            names.put(type, claims.takeOne(List.of(wanted)));
        }
    }

    private void nameArray(String type) {
        if (table.get(type) instanceof ArrayType array) {
            boolean builtin = array.element().type() instanceof BuiltinType;
            String name = ofType(array.element().name()) + "List";
            names.put(type, builtin ? name : claims.takeOne(List.of(name)));
        }
    }

    @Override
    public String ofType(String answered) {
        return Objects.requireNonNull(names.get(answered), answered);
    }

    @Override
    public boolean isNothing(String answered) {
        return answered.equals(uses.empty());
    }

    @Override
    public String ofAlternative(String answered) {
        SchemaType type = (SchemaType) Objects.requireNonNull(table.get(answered), answered);
        return "of-" + type.jsonType().wireName();
    }
}
