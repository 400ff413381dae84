/** Tests of the export table with real clients over real sockets. */
@NullMarked
package dev.quarry.block.export;

import org.jspecify.annotations.NullMarked;
