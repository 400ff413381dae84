package dev.quarry.daemon.qmp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.quarry.qapi.generated.QuorumOpType;
import dev.quarry.qapi.generated.QuorumReportBadEvent;
import dev.quarry.qmp.codec.UnknownEvent;

import org.junit.jupiter.api.Test;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

class EventBusTest {
    private final BlockingQueue<String> heard = new LinkedBlockingQueue<>();

    @Test
    void everyListenerHearsEveryEventOfAnUnlimitedKind() throws Exception {
        EventBus bus = new EventBus();
        bus.add(this::hear);
        bus.add(this::hear);
        bus.emit(event("JOB_STATUS_CHANGE", 1));
        bus.emit(event("JOB_STATUS_CHANGE", 2));
        assertEquals("1", heard.take());
        assertEquals("1", heard.take());
        assertEquals("2", heard.take());
        assertEquals("2", heard.take());
    }

    @Test
    void ofALimitedKindTheFirstGoesAtOnceAndTheLastAfterTheInterval() throws Exception {
        Duration interval = Duration.ofMillis(300);
        EventBus bus = new EventBus(Map.of("LIMITED", interval));
        bus.add(this::hear);
        long begin = System.nanoTime();
        for (int i = 0; i < 5; i++) {
            bus.emit(event("LIMITED", i));
        }
        bus.emit(event("OTHER", 9));
        assertEquals("0", heard.take());
        assertEquals("9", heard.take());
        assertEquals("4", heard.poll(20, TimeUnit.SECONDS));
        assertTrue(System.nanoTime() - begin >= interval.toNanos());
        assertNull(heard.poll(400, TimeUnit.MILLISECONDS));
        bus.emit(event("LIMITED", 7));
        assertEquals("7", heard.take());
    }

    @Test
    void whatIsLimitedOfQuorumsIsLimitedForEachChild() {
        EventBus bus = new EventBus(Map.of("QUORUM_REPORT_BAD", Duration.ofMinutes(1)));
        BlockingQueue<String> children = new LinkedBlockingQueue<>();
        bus.add(broadcast -> children.add(data(broadcast).get("node-name").stringValue()));
        for (String child : List.of("a", "b", "a", "b", "c")) {
            bus.emit(new QuorumReportBadEvent(QuorumOpType.READ, null, child, 0L, 8L));
        }
        assertEquals(List.of("a", "b", "c"), List.copyOf(children));
    }

    @Test
    void whoHasLeftHearsNothing() {
        EventBus bus = new EventBus();
        Consumer<Broadcast> listener = this::hear;
        bus.add(listener);
        bus.remove(listener);
        bus.emit(event("E", 1));
        assertNull(heard.poll());
    }

    private void hear(Broadcast broadcast) {
        heard.add(data(broadcast).get("n").toString());
    }

    private static JsonNode data(Broadcast broadcast) {
        String text = new String(broadcast.bytes(false), StandardCharsets.US_ASCII);
        return JsonMapper.shared().readTree(text).get("data");
    }

    private static UnknownEvent event(String name, int n) {
        return new UnknownEvent(name, JsonMapper.shared().createObjectNode().put("n", n));
    }
}
