/** Tests of the generated codecs, on the types of blockdev-add. */
@NullMarked
package dev.quarry.qmp.codec;

import org.jspecify.annotations.NullMarked;
