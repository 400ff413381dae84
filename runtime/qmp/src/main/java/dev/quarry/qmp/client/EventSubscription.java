package dev.quarry.qmp.client;

import org.jspecify.annotations.Nullable;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Objects;
import java.util.concurrent.Flow;
import java.util.function.Consumer;

/**
 * What one subscriber has still to hear. It is called on a thread of its own, which exists only
 * while there is something to say, so it may block and may call the client. If it leaves too many
 * events unrequested, its subscription ends with an error; nothing else is held up.
 */
final class EventSubscription implements Flow.Subscription {
    private static final System.Logger LOG = System.getLogger(EventSubscription.class.getName());

    private final Flow.Subscriber<? super QmpEvent> subscriber;
    private final int limit;
    private final Consumer<EventSubscription> whenOver;
    private final Deque<QmpEvent> waiting = new ArrayDeque<>();
    private long demand;
    private boolean begun;
    private boolean running;
    private boolean over;
    private @Nullable Runnable lastWord;

    /**
     * Creates a subscription; nothing is said before {@link #begin}.
     *
     * @param limit how many events may wait
     * @param whenOver called when no more events are wanted
     */
    EventSubscription(
            Flow.Subscriber<? super QmpEvent> subscriber,
            int limit,
            Consumer<EventSubscription> whenOver) {
        this.subscriber = Objects.requireNonNull(subscriber);
        this.limit = limit;
        this.whenOver = whenOver;
    }

    synchronized void begin() {
        run();
    }

    /** An event has come. */
    synchronized void offer(QmpEvent event) {
        if (waiting.size() < limit) {
            waiting.add(event);
            run();
        } else {
            waiting.clear();
            end(new QmpClientException("Left more than " + limit + " events unheard"));
        }
    }

    /** No more events will come; those that wait are still told if they are asked for. */
    synchronized void end(@Nullable Throwable failure) {
        if (!over) {
            lastWord = failure == null ? subscriber::onComplete : () -> subscriber.onError(failure);
            finish();
            run();
        }
    }

    @Override
    public synchronized void request(long count) {
        if (count <= 0) {
            waiting.clear();
            end(new IllegalArgumentException("Asked for " + count + " events"));
        } else {
            demand = demand + count < 0 ? Long.MAX_VALUE : demand + count;
            run();
        }
    }

    @Override
    public synchronized void cancel() {
        waiting.clear();
        lastWord = null;
        finish();
    }

    private void finish() {
        over = true;
        whenOver.accept(this);
    }

    private void run() {
        if (!running && hasNext()) {
            running = true;
            Thread thread = new Thread(this::speak, "qmp-client-events");
            thread.setDaemon(true);
            thread.start();
        }
    }

    private boolean hasNext() {
        return !begun
                || (demand > 0 && !waiting.isEmpty())
                || (waiting.isEmpty() && lastWord != null);
    }

    private void speak() {
        for (Runnable next = next(); next != null; next = next()) {
            try {
                next.run();
            } catch (RuntimeException e) {
                LOG.log(System.Logger.Level.ERROR, "A subscriber to events has failed", e);
                cancel();
            }
        }
    }

    private synchronized @Nullable Runnable next() {
        running = hasNext();
        if (!running) {
            return null;
        }
        if (!begun) {
            begun = true;
            return () -> subscriber.onSubscribe(this);
        }
        QmpEvent event = waiting.poll();
        if (event != null) {
            demand--;
            return () -> subscriber.onNext(event);
        }
        Runnable last = lastWord;
        lastWord = null;
        return last;
    }
}
