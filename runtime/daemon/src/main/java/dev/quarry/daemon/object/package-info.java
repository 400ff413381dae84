/**
 * Objects that a user makes by {@code object-add}: secrets, groups of limits, threads.
 *
 * <p>May depend on {@code dev.quarry.qmp} and the generated types. Knows neither nodes nor
 * monitors; what uses an object asks the {@link dev.quarry.daemon.object.ObjectRegistry} for it by
 * its id and kind. Any thread; nothing here waits, but for a secret's file.
 */
@NullMarked
package dev.quarry.daemon.object;

import org.jspecify.annotations.NullMarked;
