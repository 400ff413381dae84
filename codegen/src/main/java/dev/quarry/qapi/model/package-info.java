/**
 * The linked schema: types, commands, events, conditions, documentation. Loses nothing that was
 * written, and keeps every order.
 *
 * <p>May depend on: {@code source}, {@code comment}.
 *
 * <p>Threads: immutable once {@code check} has handed the schema out.
 */
@NullMarked
package dev.quarry.qapi.model;

import org.jspecify.annotations.NullMarked;
