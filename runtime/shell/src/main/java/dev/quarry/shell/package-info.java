/**
 * {@code quarry-shell}: a shell for any QMP server, at a prompt or in scripts. {@link
 * dev.quarry.shell.Main} is the way in.
 *
 * <p>May depend on {@code dev.quarry.qmp} (client, keyval), picocli and JLine. Lines run on the
 * main thread, events are printed from the client's; {@link dev.quarry.shell.Output} keeps them
 * apart.
 */
@NullMarked
package dev.quarry.shell;

import org.jspecify.annotations.NullMarked;
