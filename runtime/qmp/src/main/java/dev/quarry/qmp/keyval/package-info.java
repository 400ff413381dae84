/**
 * QEMU's syntax for structured values in one line of text, {@code driver=file,filename=a.raw}.
 *
 * <p>May depend on Jackson and JSpecify. Knows no schema: what a scalar means is for {@code
 * JsonInput.keyval} to say. Any thread.
 */
@NullMarked
package dev.quarry.qmp.keyval;

import org.jspecify.annotations.NullMarked;
