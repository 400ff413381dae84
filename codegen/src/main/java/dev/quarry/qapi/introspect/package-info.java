/**
 * From a server's answer to {@code query-qmp-schema} to the model: asks the server, checks the
 * answer, and gives types names where the server masks them.
 *
 * <p>May depend on: {@code model}, {@code source}, {@code json}'s reader.
 *
 * <p>Threads: everything belongs to one reading.
 */
@NullMarked
package dev.quarry.qapi.introspect;

import org.jspecify.annotations.NullMarked;
