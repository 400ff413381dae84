package dev.quarry.qmp.client;

import java.util.concurrent.Flow;
import java.util.function.Consumer;

/** A subscriber that takes what comes. An exception it throws is logged and the next event told. */
final class EventListener implements Flow.Subscriber<QmpEvent> {
    private static final System.Logger LOG = System.getLogger(EventListener.class.getName());

    private final Consumer<? super QmpEvent> listener;

    EventListener(Consumer<? super QmpEvent> listener) {
        this.listener = listener;
    }

    @Override
    public void onSubscribe(Flow.Subscription subscription) {
        subscription.request(Long.MAX_VALUE);
    }

    @Override
    public void onNext(QmpEvent event) {
        try {
            listener.accept(event);
        } catch (RuntimeException e) {
            LOG.log(System.Logger.Level.ERROR, "A listener has failed on the event " + event, e);
        }
    }

    @Override
    public void onError(Throwable failure) {
        LOG.log(System.Logger.Level.WARNING, "No more events: {0}", failure.getMessage());
    }

    @Override
    public void onComplete() {}
}
