/** Tests of the protocol as bytes. */
@NullMarked
package dev.quarry.qmp;

import org.jspecify.annotations.NullMarked;
