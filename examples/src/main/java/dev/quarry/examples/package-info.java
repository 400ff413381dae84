/**
 * Small programs as a user of Quarry's libraries would write them.
 *
 * <p>May depend on: the client and generated types of quarry-qmp, and of quarry-block the NBD
 * client and the making of images. Single-threaded mains that print to standard output.
 */
@NullMarked
package dev.quarry.examples;

import org.jspecify.annotations.NullMarked;
