/**
 * Tests of the NBD protocol over real sockets. Handshake cases are data: see handshake.cases beside
 * this package's resources.
 */
@NullMarked
package dev.quarry.nbd;

import org.jspecify.annotations.NullMarked;
