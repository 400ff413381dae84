package dev.quarry.qmp.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.quarry.qapi.generated.BlockExportDeletedEvent;
import dev.quarry.qapi.generated.Events;

import org.junit.jupiter.api.Test;

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Flow;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** Events as a stream and as typed calls. */
class EventsTest extends ScriptedTest {
    private static final String END = "end";

    private final BlockingQueue<String> heard = new LinkedBlockingQueue<>();
    private final CompletableFuture<Flow.Subscription> subscription = new CompletableFuture<>();

    /** Notes what it hears and requests nothing by itself. */
    private final class Notes implements Flow.Subscriber<QmpEvent> {
        @Override
        public void onSubscribe(Flow.Subscription begun) {
            subscription.complete(begun);
        }

        @Override
        public void onNext(QmpEvent event) {
            heard.add(event.name() + number(event));
        }

        @Override
        public void onError(Throwable failure) {
            heard.add(failure.getMessage());
        }

        @Override
        public void onComplete() {
            heard.add(END);
        }
    }

    private static String number(QmpEvent event) {
        return event.data() == null ? "nothing" : event.data().get("n").toString();
    }

    private void request(long count) throws Exception {
        subscription.get(20, TimeUnit.SECONDS).request(count);
    }

    private void assertHears(String... expected) throws Exception {
        for (String text : expected) {
            assertEquals(text, heard.poll(20, TimeUnit.SECONDS));
        }
    }

    @Test
    void comeAsTheyAreRequestedAndCompleteWithTheClient() throws Exception {
        QmpClient client =
                connected(peer -> {
                    peer.line();
                    for (int i = 0; i < 3; i++) {
                        peer.event("E", i);
                    }
                    peer.send("{\"return\": 1, \"id\": 2}\n");
                    untilGone(peer);
                });
        client.events().subscribe(new Notes());
        client.execute("x");
        assertEquals(0, heard.size());
        request(1);
        assertHears("E0");
        client.close();
        request(2);
        assertHears("E1", "E2", END);
    }

    @Test
    void aSubscriberThatFallsBehindIsToldAndHoldsUpNobody() throws Exception {
        QmpClient client =
                connected(
                        peer -> {
                            peer.line();
                            for (int i = 0; i < 10; i++) {
                                peer.event("E", i);
                            }
                            peer.send("{\"return\": 1, \"id\": 2}\n");
                            peer.answer("2");
                        },
                        QmpClient.builder().eventBuffer(4));
        client.events().subscribe(new Notes());
        client.execute("x");
        assertHears("Left more than 4 events unheard");
        assertEquals(2, client.execute("y").intValue());
    }

    @Test
    void aLostConnectionIsAnError() throws Exception {
        QmpClient client =
                connected(peer -> {
                    peer.answer("1");
                    peer.event("E", 1);
                });
        client.events().subscribe(new Notes());
        request(5);
        client.execute("x");
        assertHears("E1");
        assertTrue(heard.poll(20, TimeUnit.SECONDS).contains("ended the connection"));
        client.events().subscribe(new Notes());
        assertTrue(heard.poll(20, TimeUnit.SECONDS).contains("ended the connection"));
    }

    @Test
    void aRequestForNothingIsRefused() throws Exception {
        QmpClient client = connected(ScriptedTest::untilGone);
        client.events().subscribe(new Notes());
        request(0);
        assertHears("Asked for 0 events");
    }

    @Test
    void typedListenersHearTheirOwnAlone() throws Exception {
        QmpClient client =
                connected(peer -> {
                    peer.line();
                    peer.event("OTHER", 1);
                    peer.send("{\"event\": \"BLOCK_EXPORT_DELETED\", \"data\": {}}\n");
                    peer.send(
                            "{\"event\": \"BLOCK_EXPORT_DELETED\", \"data\": {\"id\":"
                                    + " \"e\", \"newer\": 1}}\n");
                    peer.send("{\"return\": 1, \"id\": 2}\n");
                });
        client.onEvent(
                Events::decode, BlockExportDeletedEvent.class, event -> heard.add(event.id()));
        client.execute("x");
        assertHears("e");
    }

    @Test
    void aListenerThatFailsHearsTheNextEvent() throws Exception {
        QmpClient client =
                connected(peer -> {
                    peer.line();
                    peer.event("E", 1);
                    peer.event("E", 2);
                    peer.send("{\"return\": 1, \"id\": 2}\n");
                });
        client.onEvent(event -> {
            heard.add(number(event));
            throw new IllegalStateException("a listener's mistake, on purpose");
        });
        client.execute("x");
        assertHears("1", "2");
    }

    @Test
    void aCancelledSubscriptionHearsNoMore() throws Exception {
        QmpClient client =
                connected(peer -> {
                    peer.line();
                    peer.event("E", 1);
                    peer.send("{\"return\": 1, \"id\": 2}\n");
                    untilGone(peer);
                });
        client.events().subscribe(new Notes());
        client.onEvent(event -> heard.add("other"));
        subscription.get(20, TimeUnit.SECONDS).cancel();
        client.execute("x");
        assertHears("other");
        client.close();
        assertEquals(null, heard.poll(50, TimeUnit.MILLISECONDS));
    }
}
