package dev.quarry.block;

import static org.junit.jupiter.api.Assertions.assertEquals;

import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;

/** Zeros in a flight recording: each write, and the counts when a node goes. */
class ZeroEventsTest {
    @TempDir Path folder;

    @Test
    void writesAndCountsAreRecorded() throws IOException {
        Path file = folder.resolve("zeros.jfr");
        try (Recording recording = new Recording()) {
            recording.enable("dev.quarry.ZeroWrite");
            recording.enable("dev.quarry.ZeroSummary");
            recording.start();
            writeZeros();
            recording.stop();
            recording.dump(file);
        }
        List<RecordedEvent> events = RecordingFile.readAllEvents(file);
        RecordedEvent write = only(events, "dev.quarry.ZeroWrite");
        assertEquals("zeros-in-a-recording", write.getString("node"));
        assertEquals(4096, write.getLong("offset"));
        assertEquals(8192, write.getLong("bytes"));
        RecordedEvent summary = only(events, "dev.quarry.ZeroSummary");
        assertEquals(1, summary.getLong("found"));
        assertEquals(8192, summary.getLong("savedBytes"));
        assertEquals(1, summary.getLong("notZero"));
    }

    private static void writeZeros() {
        GivenOptions options =
                GivenOptions.named("zeros-in-a-recording").withDetectZeroes(DetectZeroes.ON);
        try (TestGraph graph = new TestGraph();
                BlockBackend disk =
                        graph.writer(graph.add(new MemoryDriver(1 << 20).definition(options)))) {
            disk.write(4096, ByteBuffer.allocate(8192), WriteFlags.NONE);
            disk.write(0, ByteBuffer.wrap(new byte[] {1}), WriteFlags.NONE);
        }
    }

    private static RecordedEvent only(List<RecordedEvent> events, String name) {
        List<RecordedEvent> found =
                events.stream()
                        .filter(event -> event.getEventType().getName().equals(name))
                        .filter(event -> event.getString("node").equals("zeros-in-a-recording"))
                        .toList();
        assertEquals(1, found.size(), name);
        return found.getFirst();
    }
}
