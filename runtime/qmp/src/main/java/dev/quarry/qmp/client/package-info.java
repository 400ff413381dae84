/**
 * A client for any QMP server, QEMU 2.12 and later included, over a unix socket or TCP.
 *
 * <pre>{@code
 * try (QmpClient client = QmpClient.connect(socket)) {
 *     client.onEvent(Events::decode, BlockExportDeletedEvent.class, e -> log(e.id()));
 *     new QapiClient(client).blockdevDel(new BlockdevDelArguments("disk0"));
 *     JsonNode jobs = client.within(Duration.ofSeconds(5)).execute("query-jobs");
 *     client.executeAsync("query-block").thenAccept(disks -> log(jobs.size() + disks.size()));
 * }
 * }</pre>
 *
 * <p>May depend on {@code dev.quarry.qmp}, its codec, Jackson and the JDK. Calls block and are made
 * for virtual threads; each has a form that gives a future instead. A thread that waits for its
 * reply reads the socket itself; what nobody waits for is read by the client's one daemon thread.
 * Each subscriber to events has a thread while there are events.
 */
@NullMarked
package dev.quarry.qmp.client;

import org.jspecify.annotations.NullMarked;
