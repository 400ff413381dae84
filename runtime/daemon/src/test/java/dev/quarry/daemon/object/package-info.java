/** Tests of the objects that a user makes. */
@NullMarked
package dev.quarry.daemon.object;

import org.jspecify.annotations.NullMarked;
