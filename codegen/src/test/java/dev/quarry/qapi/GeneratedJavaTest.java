package dev.quarry.qapi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.quarry.qapi.check.SchemaChecker;
import dev.quarry.qapi.java.JavaBackEnd;
import dev.quarry.qapi.model.Schema;
import dev.quarry.qapi.syntax.Dialect;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/**
 * The Java of {@code golden/shapes.json}, against the files of {@code golden/shapes}, compiled, and
 * run. {@code -Dgolden.write=true} writes the files anew.
 */
class GeneratedJavaTest {
    private static final Path SCHEMA = Path.of("src/test/resources/golden/shapes.json");
    private static final Path GOLDEN = Path.of("src/test/resources/golden/shapes");

    private static Map<String, String> generate() {
        return JavaBackEnd.generate(
                SchemaChecker.check(SCHEMA, Dialect.AUTO), "org.example.shapes");
    }

    @Test
    void outputEqualsTheGoldenFiles() throws IOException {
        Map<String, String> actual = new TreeMap<>();
        generate().forEach((path, text) -> actual.put(goldenName(path), text));
        if (Boolean.getBoolean("golden.write")) {
            new OutputFolder(GOLDEN).replace(actual, JavaBackEnd.MARK);
        }
        Map<String, String> expected = new TreeMap<>();
        try (Stream<Path> files = Files.list(GOLDEN)) {
            for (Path file : files.toList()) {
                expected.put(file.getFileName().toString(), Files.readString(file));
            }
        }
        assertEquals(expected.keySet(), actual.keySet());
        expected.forEach((name, text) -> assertEquals(text, actual.get(name), name));
    }

    private static String goldenName(String path) {
        return path.substring(path.lastIndexOf('/') + 1).replace(".java", ".golden");
    }

    @Test
    void outputIsTheSameEachTime() {
        assertEquals(generate(), generate());
    }

    @Test
    void outputCompilesWithoutWarningAndRoundTripsWhatItReads(@TempDir Path classes)
            throws Exception {
        Map<String, String> sources = new TreeMap<>(generate());
        sources.put("org/example/shapes/Driver.java", DRIVER);
        assertEquals("", JavaCompilation.compile(sources, classes));
        try (URLClassLoader loader = JavaCompilation.load(classes)) {
            Object driver =
                    loader.loadClass("org.example.shapes.Driver")
                            .getDeclaredConstructor()
                            .newInstance();
            @SuppressWarnings("unchecked")
            UnaryOperator<String> roundTrip = (UnaryOperator<String>) driver;
            String request =
                    "{\"shapes\":[{\"kind\":\"circle\",\"radius\":18446744073709551615,"
                            + "\"tags\":[\"a\",\"b\"]},\"sun\",null,{\"kind\":\"unit-square\"}],"
                            + "\"class\":{\"x\":[null]},\"depth\":1.5}";
            assertEquals(request, roundTrip.apply(request));
            assertEquals(
                    "Parameter 'shapes[0].radius' has the wrong type, expected: integer",
                    roundTrip.apply("{\"shapes\":[{\"kind\":\"circle\",\"radius\":1.0}]}"));
            assertFalse(roundTrip.apply("{\"shapes\":[]}").startsWith("{"), "depth is mandatory");
        }
    }

    @Test
    void aClientCanTellWhatIsNewerThanItsSchema(@TempDir Path classes) throws Exception {
        Map<String, String> sources = new TreeMap<>(generate());
        sources.put("org/example/shapes/Client.java", CLIENT);
        assertEquals("", JavaCompilation.compile(sources, classes));
        try (URLClassLoader loader = JavaCompilation.load(classes)) {
            Object client =
                    loader.loadClass("org.example.shapes.Client")
                            .getDeclaredConstructor()
                            .newInstance();
            @SuppressWarnings("unchecked")
            UnaryOperator<String> heard = (UnaryOperator<String>) client;
            assertEquals(
                    "stripes of 3; fill dotted with {size=2}; some paint; unlike anything: [1];"
                            + " tried PLAIN dotted; also {by=\"me\"}",
                    heard.apply(
                            "{\"layers\":[{\"fill\":\"striped\",\"width\":3},"
                                    + "{\"fill\":\"dotted\",\"size\":2},\"some paint\",[1]],"
                                    + "\"tried\":[\"plain\",\"dotted\"],\"by\":\"me\"}"));
        }
    }

    @Test
    void namesAndEveryKindOfDefinitionCompileWithoutWarning(@TempDir Path classes)
            throws IOException {
        Path cases = Path.of("src/test/resources/cases");
        Map<String, String> sources = new TreeMap<>();
        for (String name :
                List.of(
                        "7.2/good-everything",
                        "8.1/good-union-in-union",
                        "6.1/good-simple-union",
                        "auto/good-all-ages",
                        "auto/good-java-names")) {
            String folder = name.substring(0, name.indexOf('/'));
            Schema schema = SchemaChecker.check(cases.resolve(name + ".json"), Dialect.of(folder));
            String packageName = "org.example.p" + name.replaceAll("[^a-z0-9]", "");
            sources.putAll(JavaBackEnd.generate(schema, packageName));
        }
        assertEquals("", JavaCompilation.compile(sources, classes));
    }

    private static final String DRIVER =
            """
            package org.example.shapes;

            import dev.quarry.qmp.codec.Conditions;
            import dev.quarry.qmp.codec.JsonInput;
            import dev.quarry.qmp.codec.QmpException;
            import java.io.StringWriter;
            import java.util.function.UnaryOperator;
            import tools.jackson.core.JsonGenerator;
            import tools.jackson.databind.json.JsonMapper;

            public final class Driver implements UnaryOperator<String> {
                private static final JsonMapper MAPPER = new JsonMapper();

                @Override
                public String apply(String json) {
                    StringWriter text = new StringWriter();
                    try (JsonGenerator out = MAPPER.createGenerator(text)) {
                        JsonInput in = JsonInput.strict(MAPPER.readTree(json), Conditions.none());
                        DrawShapesArguments.decode(in).encode(out);
                    } catch (QmpException e) {
                        return e.description();
                    }
                    return text.toString();
                }
            }
            """;

    /** Says what was heard, as a client on Java 17 would. */
    private static final String CLIENT =
            """
            package org.example.shapes;

            import dev.quarry.qmp.codec.OpenEnum;
            import java.util.StringJoiner;
            import java.util.function.UnaryOperator;
            import tools.jackson.databind.json.JsonMapper;

            public final class Client implements UnaryOperator<String> {
                private final StringJoiner heard = new StringJoiner("; ");

                @Override
                public String apply(String data) {
                    var event = Events.decode("SHAPE_PAINTED", new JsonMapper().readTree(data));
                    if (event instanceof ShapePaintedEvent painted) {
                        painted.layers().forEach(this::layer);
                        StringBuilder tried = new StringBuilder("tried");
                        for (OpenEnum<Fill> fill : painted.tried()) {
                            tried.append(' ').append(name(fill));
                        }
                        heard.add(tried);
                        heard.add("also " + painted.unknownMembers());
                    }
                    return heard.toString();
                }

                private static String name(OpenEnum<Fill> fill) {
                    if (!fill.isKnown()) {
                        return fill.wireName();
                    }
                    return switch (fill.known()) {
                        case PLAIN -> "PLAIN";
                        case STRIPED -> "STRIPED";
                    };
                }

                private void layer(PaintRef layer) {
                    if (layer instanceof PaintRef.Unknown unknown) {
                        heard.add("unlike anything: " + unknown.value());
                    } else if (layer instanceof PaintRef.Name name) {
                        heard.add(name.value());
                    } else if (layer instanceof PaintRef.Paint one) {
                        paint(one.value());
                    }
                }

                private void paint(Paint paint) {
                    if (paint instanceof Paint.Striped stripes) {
                        heard.add("stripes of " + stripes.width());
                    } else if (paint instanceof Paint.Unknown unknown) {
                        heard.add(
                                "fill " + paint.fill().wireName()
                                        + " with " + unknown.unknownMembers());
                    }
                }
            }
            """;
}
