package dev.quarry.qapi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.Map;

class OutputFolderTest {
    private static final FileTime LONG_AGO = FileTime.fromMillis(1_000_000);
    private static final String MARK = "// generated";

    @TempDir private Path root;

    @Test
    void aFileThatStaysTheSameIsNotTouched() throws IOException {
        OutputFolder folder = new OutputFolder(root);
        folder.write(Map.of("a/Same.java", "1", "a/Other.java", "2"));
        Files.setLastModifiedTime(root.resolve("a/Same.java"), LONG_AGO);
        Files.setLastModifiedTime(root.resolve("a/Other.java"), LONG_AGO);

        folder.write(Map.of("a/Same.java", "1", "a/Other.java", "3"));

        assertEquals(LONG_AGO, Files.getLastModifiedTime(root.resolve("a/Same.java")));
        assertNotEquals(LONG_AGO, Files.getLastModifiedTime(root.resolve("a/Other.java")));
        assertEquals("3", Files.readString(root.resolve("a/Other.java")));
    }

    @Test
    void whatAnEarlierRunLeftBehindIsRemovedAndNothingElse() throws IOException {
        OutputFolder folder = new OutputFolder(root);
        folder.replace(Map.of("a/Old.java", MARK + "\n1"), MARK);
        Files.writeString(root.resolve("a/Mine.java"), "class Mine { " + MARK + " }");
        Files.write(root.resolve("a/picture"), new byte[] {(byte) 0xFF, 0, 1});

        folder.replace(Map.of("a/New.java", MARK + "\n1"), MARK);

        assertFalse(Files.exists(root.resolve("a/Old.java")));
        assertTrue(Files.exists(root.resolve("a/New.java")));
        assertTrue(Files.exists(root.resolve("a/Mine.java")));
        assertTrue(Files.exists(root.resolve("a/picture")));
    }
}
