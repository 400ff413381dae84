package dev.quarry.qmp.junit;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The README's example is the class that is compiled and run here. */
class ReadmeTest {
    @Test
    void showsTheExampleAsItIs() throws IOException {
        String readme = Files.readString(Path.of("README.md"));
        String source =
                Files.readString(Path.of("src/test/java/dev/quarry/qmp/junit/ExampleTest.java"));
        String example = source.substring(source.indexOf("class ExampleTest"));
        int from = readme.indexOf("```java\n") + "```java\n".length();
        assertEquals(example, readme.substring(from, readme.indexOf("```\n", from)));
    }
}
