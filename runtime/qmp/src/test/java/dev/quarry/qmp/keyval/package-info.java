/** Tests of the keyval syntax. */
@NullMarked
package dev.quarry.qmp.keyval;

import org.jspecify.annotations.NullMarked;
