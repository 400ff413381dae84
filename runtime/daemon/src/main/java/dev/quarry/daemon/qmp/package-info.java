/**
 * QMP monitors: sockets and standard streams, sessions, dispatch of commands, events.
 *
 * <p>May depend on {@code dev.quarry.qmp}, Vert.x and the JDK. Knows no disks: it gets commands,
 * conditions and a version. Event loops move bytes, frame, and answer what waits for nothing; each
 * client's other commands run in order on a platform thread that it has while there are any,
 * out-of-band ones on a second; events come from any thread.
 */
@NullMarked
package dev.quarry.daemon.qmp;

import org.jspecify.annotations.NullMarked;
