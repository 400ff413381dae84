/**
 * The QMP protocol as bytes: framing, requests, messages, text format, introspection.
 *
 * <p>May depend on Jackson, JSpecify and {@code dev.quarry.qmp.codec}. Knows no sockets and no
 * commands. Framers belong to one thread at a time; everything else here is immutable.
 */
@NullMarked
package dev.quarry.qmp;

import org.jspecify.annotations.NullMarked;
