/**
 * Tests of the packaged daemon as a user meets it: a process, its sockets and its files.
 *
 * <p>The program is a parameter ({@code -Dquarry.target}, see {@link Target}), so the same tests
 * run against the reference daemon. May depend on JUnit, Jackson and the JDK, on nothing of
 * Quarry's own code: what is wrong on both sides of a library would go unseen.
 */
@NullMarked
package dev.quarry.dist;

import org.jspecify.annotations.NullMarked;
