package dev.quarry.qmp.client;

import org.jspecify.annotations.Nullable;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Flow;
import java.util.function.Consumer;

/** Passes each event to all subscribers, none of which can hold up another. Any thread. */
final class EventStream implements Flow.Publisher<QmpEvent> {
    private final int buffer;
    private final List<EventSubscription> subscriptions = new CopyOnWriteArrayList<>();
    private volatile @Nullable Consumer<EventSubscription> last;

    /**
     * Creates a stream without subscribers.
     *
     * @param buffer how many events a subscriber may leave unrequested
     */
    EventStream(int buffer) {
        this.buffer = buffer;
    }

    @Override
    public void subscribe(Flow.Subscriber<? super QmpEvent> subscriber) {
        add(subscriber);
    }

    /** Calls a listener with every event, each after the other. */
    Flow.Subscription listen(Consumer<? super QmpEvent> listener) {
        return add(new EventListener(listener));
    }

    void publish(QmpEvent event) {
        subscriptions.forEach(subscription -> subscription.offer(event));
    }

    /**
     * No more events will come.
     *
     * @param failure why; null if that is as it should be
     */
    void end(@Nullable QmpClientException failure) {
        last = subscription -> subscription.end(failure);
        subscriptions.forEach(last);
    }

    private EventSubscription add(Flow.Subscriber<? super QmpEvent> subscriber) {
        EventSubscription subscription =
                new EventSubscription(subscriber, buffer, subscriptions::remove);
        subscriptions.add(subscription);
        subscription.begin();
        Consumer<EventSubscription> ended = last;
        if (ended != null) {
            ended.accept(subscription);
        }
        return subscription;
    }
}
