package dev.quarry.qapi.introspect;

import dev.quarry.qapi.json.JsonReader;
import dev.quarry.qapi.model.ArrayType;
import dev.quarry.qapi.model.BuiltinType;
import dev.quarry.qapi.model.Definition;
import dev.quarry.qapi.model.Module;
import dev.quarry.qapi.model.ObjectType;
import dev.quarry.qapi.model.Origin;
import dev.quarry.qapi.model.Schema;
import dev.quarry.qapi.model.SchemaType;
import dev.quarry.qapi.model.TypeRef;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A server's answer to {@code query-qmp-schema}: read, checked, and made into the model of a
 * schema. All that is wrong is collected, up to a limit.
 */
public final class Answer {
    private static final int MOST_PROBLEMS = 50;

    private final String source;
    private final Map<String, Element> elements = new LinkedHashMap<>();
    private final Map<String, Definition> table = new LinkedHashMap<>();
    private final List<String> problems = new ArrayList<>();

    private Answer(String source) {
        this.source = source;
    }

    /**
     * The schema behind an answer. Types that no command and no event leads to are left out.
     *
     * @param source where the text comes from, for messages
     * @param text the array of elements, or the whole reply with it
     * @throws IntrospectionException it is no answer, or one that contradicts itself
     */
    public static Schema read(String source, String text) {
        try {
            return of(source, JsonReader.read(text));
        } catch (IllegalArgumentException e) {
            throw new IntrospectionException(source + ": " + e.getMessage(), e);
        }
    }

    /** The same with the parsed text. */
    static Schema of(String source, @Nullable Object json) {
        Answer answer = new Answer(source);
        answer.readAll(answer.elementsOf(json));
        answer.failIfAny();
        answer.checkAll();
        answer.failIfAny();
        return answer.schema();
    }

    private List<?> elementsOf(@Nullable Object json) {
        Object answer = json instanceof Map<?, ?> reply ? reply.get("return") : json;
        if (answer instanceof List<?> list) {
            return list;
        }
        if (json instanceof Map<?, ?> reply && reply.get("error") instanceof Map<?, ?> error) {
            String description = Quoted.bare(String.valueOf(error.get("desc")));
            throw new IntrospectionException(source + ": the server refused: " + description);
        }
        throw new IntrospectionException(
                source + ": expected the answer to query-qmp-schema, a JSON array");
    }

    private void readAll(List<?> answer) {
        DefinitionReader reader = new DefinitionReader(table, Naming.AS_ANSWERED);
        for (int i = 0; i < answer.size(); i++) {
            Object json = answer.get(i);
            collect(label(json, i + 1), () -> read(Element.of(json), reader));
        }
    }

    private void checkAll() {
        AnswerSize size = new AnswerSize();
        AnswerCheck check = new AnswerCheck(size);
        for (Definition definition : table.values()) {
            if (!size.isTooMuch()) {
                collect(definition.describe(), () -> check.check(definition));
            }
        }
    }

    private void read(Element element, DefinitionReader reader) {
        Definition definition = reader.read(element);
        if (table.putIfAbsent(definition.name(), definition) != null) {
            throw new IntrospectionException("there are two of that name");
        }
        elements.put(definition.name(), element);
    }

    /** What an element is called in messages, whatever is wrong with it. */
    private static String label(@Nullable Object json, int number) {
        Object inner = json instanceof Map<?, ?> m && m.containsKey("if") ? m.get("value") : json;
        return inner instanceof Map<?, ?> map
                        && map.get("meta-type") instanceof String type
                        && map.get("name") instanceof String name
                ? "element " + number + ", " + Quoted.bare(type) + " " + Quoted.of(name)
                : "element " + number;
    }

    private void collect(String label, Runnable step) {
        try {
            step.run();
        } catch (IntrospectionException e) {
            problems.add(source + ": " + label + ": " + e.getMessage());
        }
    }

    private void failIfAny() {
        if (problems.size() > MOST_PROBLEMS) {
            String more = source + ": and " + (problems.size() - MOST_PROBLEMS) + " more";
            problems.subList(MOST_PROBLEMS, problems.size()).clear();
            problems.add(more);
        }
        if (!problems.isEmpty()) {
            throw new IntrospectionException(problems);
        }
    }

    private Schema schema() {
        Uses uses = new Uses(table);
        Map<String, Definition> definitions = builtins();
        DefinitionReader reader = new DefinitionReader(definitions, new TypeNames(table, uses));
        elements.forEach((name, element) -> {
            boolean used = !(table.get(name) instanceof SchemaType) || uses.types().contains(name);
            if (used && !(table.get(name) instanceof BuiltinType) && !name.equals(uses.empty())) {
                add(definitions, reader.read(element));
            }
        });
        List<Definition> all = List.copyOf(definitions.values());
        return new Schema(
                List.of(new Module(DefinitionReader.SERVER, all, List.of())), definitions);
    }

    private void add(Map<String, Definition> definitions, Definition definition) {
        Definition other = definitions.putIfAbsent(definition.name(), definition);
        if (other != null && !(definition instanceof ArrayType)) {
            throw new IntrospectionException(
                    source + ": " + definition.describe() + " has the name of a built-in type");
        }
    }

    /** What every schema has, whether used or not. */
    private static Map<String, Definition> builtins() {
        Map<String, Definition> definitions = new LinkedHashMap<>();
        for (BuiltinType type : BuiltinType.ALL) {
            definitions.put(type.name(), type);
        }
        for (BuiltinType type : BuiltinType.ALL) {
            String name = type.name() + "List";
            TypeRef element = new TypeRef(type.name(), definitions);
            definitions.put(name, new ArrayType(name, element, Origin.BUILT_IN));
        }
        definitions.put(ObjectType.EMPTY_NAME, ObjectType.EMPTY);
        return definitions;
    }
}
