/**
 * A client for any QMP server, over a unix socket or TCP.
 *
 * <p>May depend on {@code dev.quarry.qmp}, its codec, Jackson and the JDK. Calls block and are made
 * for virtual threads; each has a form that gives a {@code CompletionStage} instead. A client owns
 * two daemon threads: one reads, one calls the listeners of events.
 */
@NullMarked
package dev.quarry.qmp.client;

import org.jspecify.annotations.NullMarked;
