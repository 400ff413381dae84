/**
 * A fake QEMU for tests: a QMP server in the test's own process that answers what the test says,
 * and notes what it was asked. {@link FakeQmp} is the way in.
 *
 * <p>May depend on {@code dev.quarry.qmp} and its codec, on JUnit's extension interfaces, and on
 * the JDK. The listener and each client have a daemon thread; a client's in-band commands run on
 * another one, in order.
 */
@NullMarked
package dev.quarry.qmp.junit;

import org.jspecify.annotations.NullMarked;
