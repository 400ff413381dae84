package dev.quarry.qapi;

import java.io.IOException;
import java.io.StringWriter;
import java.net.MalformedURLException;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/** Compiles generated sources, together with the runtime support they need, as a user would. */
final class JavaCompilation {
    private static final Path CODEC = Path.of("../runtime/qmp/src/main/java/dev/quarry/qmp/codec");

    private static final List<String> OPTIONS =
            List.of(
                    "--release",
                    "17",
                    "-Xlint:all,-classfile,-path",
                    "-Werror",
                    "-proc:none",
                    "-cp",
                    System.getProperty("java.class.path"));

    private JavaCompilation() {}

    /**
     * Compiles at release 17 with every lint warning an error.
     *
     * @param sources texts by path
     * @param classes where the class files go
     * @return what the compiler said; empty where all is well
     */
    static String compile(Map<String, String> sources, Path classes) throws IOException {
        return compile(sources, List.of("-d", classes.toString()));
    }

    /** As {@link #compile}, without class files: a third faster. */
    static String check(Map<String, String> sources) throws IOException {
        return compile(sources, List.of("-XDshould-stop.ifNoError=FLOW"));
    }

    private static String compile(Map<String, String> sources, List<String> output)
            throws IOException {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        StringWriter said = new StringWriter();
        List<String> options = new ArrayList<>(OPTIONS);
        options.addAll(output);
        try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
            List<JavaFileObject> units = new ArrayList<>();
            sources.forEach((path, text) -> units.add(new Source(path, text)));
            files.getJavaFileObjectsFromPaths(codecFiles()).forEach(units::add);
            boolean good = compiler.getTask(said, files, null, options, null, units).call();
            return good ? "" : "compilation failed:\n" + said;
        }
    }

    private static List<Path> codecFiles() throws IOException {
        try (Stream<Path> files = Files.list(CODEC)) {
            return files.filter(f -> f.toString().endsWith(".java")).toList();
        }
    }

    /** A loader of the compiled classes. The caller closes it. */
    static URLClassLoader load(Path classes) throws MalformedURLException {
        return new URLClassLoader(
                new URL[] {classes.toUri().toURL()}, JavaCompilation.class.getClassLoader());
    }

    private static final class Source extends SimpleJavaFileObject {
        private final String text;

        Source(String path, String text) {
            super(URI.create("string:///" + path), Kind.SOURCE);
            this.text = text;
        }

        @Override
        public CharSequence getCharContent(boolean ignoreEncodingErrors) {
            return text;
        }
    }
}
