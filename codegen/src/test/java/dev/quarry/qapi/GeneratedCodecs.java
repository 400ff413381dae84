package dev.quarry.qapi;

import dev.quarry.qapi.java.JavaBackEnd;
import dev.quarry.qapi.java.Scope;
import dev.quarry.qapi.model.Schema;

import java.io.IOException;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BinaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The codecs of a schema, generated, compiled and loaded: reads JSON by the class of that name and
 * writes what was read.
 */
final class GeneratedCodecs implements AutoCloseable {
    private static final String PACKAGE = "org.example.codecs";
    private static final Pattern DECODER =
            Pattern.compile("\n    (?:public )?static (\\w+) decode\\(JsonInput in\\)");
    private static final int METHODS = 200;

    private final URLClassLoader loader;
    private final BinaryOperator<String> codecs;

    /**
     * Compiles the types of a schema.
     *
     * @param classes an empty folder
     */
    GeneratedCodecs(Schema schema, Path classes) throws IOException, ReflectiveOperationException {
        Map<String, String> sources =
                new TreeMap<>(JavaBackEnd.generate(schema, PACKAGE, Scope.TYPES));
        sources.put(PACKAGE.replace('.', '/') + "/Codecs.java", table(sources.values()));
        String said = JavaCompilation.compile(sources, classes);
        if (!said.isEmpty()) {
            throw new IOException(said);
        }
        this.loader = JavaCompilation.load(classes);
        Object made = loader.loadClass(PACKAGE + ".Codecs").getDeclaredConstructor().newInstance();
        @SuppressWarnings("unchecked")
        BinaryOperator<String> operator = (BinaryOperator<String>) made;
        this.codecs = operator;
    }

    /** Reads as a server does and writes again; a refusal begins with {@code !}. */
    String strict(String className, String json) {
        return codecs.apply("strict " + className, json);
    }

    /** Reads as a client does and writes again; a refusal begins with {@code !}. */
    String lenient(String className, String json) {
        return codecs.apply("lenient " + className, json);
    }

    /** Reads and writes by a plain Jackson mapper; a refusal begins with {@code !}. */
    String plain(String className, String json) {
        return codecs.apply("plain " + className, json);
    }

    /** The JSON Schema (draft 3) that Jackson's own module makes of the class. */
    String schemaByJackson(String className) {
        return codecs.apply("schema " + className, "");
    }

    @Override
    public void close() throws IOException {
        loader.close();
    }

    /** The class of a type, which may not be called as one of Java's own. */
    static String ofType(String name) {
        return name.equals("String") ? "String_" : name;
    }

    /** The class of a command or event, without what follows its name. */
    static String camel(String wireName) {
        return Stream.of(wireName.split("[-_]", -1))
                .map(word -> word.substring(0, 1).toUpperCase(Locale.ROOT) + word.substring(1))
                .collect(Collectors.joining());
    }

    private static String table(Iterable<String> sources) {
        List<String> entries = new ArrayList<>();
        for (String source : sources) {
            Matcher decoder = DECODER.matcher(source);
            if (decoder.find()) {
                String name = decoder.group(1);
                boolean event = source.contains("encodeData(JsonGenerator");
                entries.add(
                        "        put(\"%1$s\", %1$s.class, in -> %2$s);\n"
                                .formatted(
                                        name,
                                        event
                                                ? name + ".decode(in)::encodeData"
                                                : name + ".decode(in)"));
            }
        }
        StringBuilder fill = new StringBuilder();
        StringBuilder methods = new StringBuilder();
        for (int at = 0; at < entries.size(); at += METHODS) {
            fill.append("        fill%d();\n".formatted(at));
            int end = Math.min(at + METHODS, entries.size());
            methods.append("    private void fill%d() {\n".formatted(at));
            entries.subList(at, end).forEach(methods::append);
            methods.append("    }\n\n");
        }
        return TABLE.formatted(PACKAGE, fill, methods);
    }

    private static final String TABLE =
            """
            package %s;

            import dev.quarry.qmp.codec.Conditions;
            import dev.quarry.qmp.codec.Encodable;
            import dev.quarry.qmp.codec.JsonInput;
            import dev.quarry.qmp.codec.QmpException;
            import java.io.StringWriter;
            import java.util.HashMap;
            import java.util.Map;
            import java.util.function.BinaryOperator;
            import java.util.function.Function;
            import tools.jackson.core.JsonGenerator;
            import tools.jackson.databind.JsonNode;
            import tools.jackson.databind.json.JsonMapper;
            import tools.jackson.module.jsonSchema.JsonSchemaGenerator;

            public final class Codecs implements BinaryOperator<String> {
                private static final JsonMapper MAPPER = new JsonMapper();

                private final Map<String, Function<JsonInput, Encodable>> decoders = new HashMap<>();
                private final Map<String, Class<?>> classes = new HashMap<>();

                public Codecs() {
            %s    }

            %s    private void put(String name, Class<?> type, Function<JsonInput, Encodable> decoder) {
                    decoders.put(name, decoder);
                    classes.put(name, type);
                }

                @Override
                public String apply(String how, String json) {
                    String name = how.substring(how.indexOf(' ') + 1);
                    if (!decoders.containsKey(name)) {
                        throw new IllegalArgumentException("no codec of " + name);
                    }
                    if (how.startsWith("schema")) {
                        JsonSchemaGenerator generator = new JsonSchemaGenerator(MAPPER);
                        return MAPPER.writeValueAsString(generator.generateSchema(classes.get(name)));
                    }
                    if (how.startsWith("plain")) {
                        return MAPPER.writeValueAsString(MAPPER.readValue(json, classes.get(name)));
                    }
                    JsonNode tree = MAPPER.readTree(json);
                    JsonInput in =
                            how.startsWith("strict")
                                    ? JsonInput.strict(tree, Conditions.all())
                                    : JsonInput.lenient(tree);
                    StringWriter text = new StringWriter();
                    try (JsonGenerator out = MAPPER.createGenerator(text)) {
                        decoders.get(name).apply(in).encode(out);
                    } catch (QmpException e) {
                        return "!" + e.description();
                    }
                    return text.toString();
                }
            }
            """;
}
