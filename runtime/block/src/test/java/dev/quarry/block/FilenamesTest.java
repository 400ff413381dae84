package dev.quarry.block;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Names of an overlay over a protocol, with a backing file it names or not. */
class FilenamesTest {
    private final TestGraph graph = new TestGraph();

    @AfterEach
    void close() {
        graph.close();
    }

    @Test
    void formatIsNamedAfterItsFile() {
        assertEquals("/disks/top", Filenames.of(overlay("/disks/top", null, null)));
    }

    @Test
    void backingFileTheImageNamesChangesNothing() {
        BlockNode node = overlay("/disks/top", "base", "/disks/base");
        assertEquals("/disks/base", Filenames.fullBacking(node));
        assertEquals("/disks/top", Filenames.of(node));
    }

    @Test
    void backingFileTakenAwayOrExchangedIsTold() {
        String file = "\"file\": {\"driver\": \"memory\", \"filename\": \"/disks/top\"}";
        assertEquals(
                "json:{\"driver\": \"overlay\", " + file + ", \"backing\": null}",
                Filenames.of(overlay("/disks/top", "base", null)));
        graph.graph().del("top");
        assertEquals(
                "json:{\"driver\": \"overlay\", "
                        + file
                        + ", \"backing\": {\"driver\": \"memory\", \"filename\": \"/other\"}}",
                Filenames.of(overlay("/disks/top", "base", "/other")));
    }

    @Test
    void backingFileThatIsNoPathStaysAsItIs() {
        BlockNode node = overlay("/disks/top", "nbd://host/x", null);
        assertEquals("nbd://host/x", Filenames.fullBacking(node));
        assertNull(Filenames.fullBacking(node.children().getFirst().node()));
    }

    @Test
    void longNamesAreCut() {
        String name = Filenames.of(overlay("/" + "x".repeat(5000), "base", null));
        assertEquals(Filenames.MAX_LENGTH, name.length());
        assertTrue(name.endsWith("..."));
    }

    @Test
    void optionsAreJsonInAscii() {
        Map<String, @Nullable Object> options = new LinkedHashMap<>();
        options.put("a\"b", "\\é\n");
        options.put("n", null);
        options.put("m", Map.of("t", true));
        assertEquals(
                "{\"a\\\"b\": \"\\\\\\u00E9\\u000A\", \"n\": null, \"m\": {\"t\": true}}",
                OptionsJson.text(options));
    }

    private BlockNode overlay(String path, @Nullable String link, @Nullable String backing) {
        List<ChildDefinition> children =
                backing == null
                        ? List.of(file("file", path))
                        : List.of(file("file", path), file("backing", backing));
        return graph.add(
                NodeDefinition.of(
                        "overlay",
                        GivenOptions.named("top"),
                        children,
                        context -> new Linked(context, link)));
    }

    private static ChildDefinition file(String edge, String path) {
        NodeDefinition definition =
                NodeDefinition.of(
                        "memory", GivenOptions.NONE, List.of(), context -> new Named(path));
        return ChildDefinition.inline(
                edge, edge.equals("file") ? ChildRole.IMAGE : ChildRole.BACKING, definition);
    }

    /** A protocol with a name. */
    private static final class Named extends MemoryDriver {
        private final String path;

        Named(String path) {
            super(4096);
            this.path = path;
        }

        @Override
        public String exactFilename() {
            return path;
        }

        @Override
        public Map<String, Object> strongOptions() {
            return Map.of("filename", path);
        }
    }

    /** An overlay whose header names a backing file. */
    private static final class Linked extends PassThrough {
        private final @Nullable String link;

        Linked(OpenContext context, @Nullable String link) {
            super(context.child("file"));
            this.link = link;
        }

        @Override
        public boolean isFilter() {
            return false;
        }

        @Override
        public @Nullable BackingLink backingLink() {
            return link == null ? null : new BackingLink(link, null);
        }
    }
}
