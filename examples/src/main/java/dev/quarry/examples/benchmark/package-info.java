/**
 * Measures {@code quarryd} against the peers that are installed, interleaved in one run: the same
 * loads, by the same clients, on images of each server's own. Everything runs on the main thread,
 * one load at a time; the servers are child processes that end at the latest with this program.
 */
@NullMarked
package dev.quarry.examples.benchmark;

import org.jspecify.annotations.NullMarked;
