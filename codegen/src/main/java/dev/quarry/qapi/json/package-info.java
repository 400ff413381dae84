/**
 * Back ends that write JSON: introspection, JSON Schema.
 *
 * <p>May depend on: {@code model}.
 *
 * <p>Threads: everything belongs to one generation.
 */
@NullMarked
package dev.quarry.qapi.json;

import org.jspecify.annotations.NullMarked;
