/**
 * The commands: one handler class a schema file, and the only place that sees both QMP and the
 * block layer.
 *
 * <p>May depend on: the generated types, {@code dev.quarry.qmp}, {@code dev.quarry.block} and its
 * exports. Methods are short and hand on to the block layer; block errors become QMP errors in
 * {@link dev.quarry.daemon.command.BlockErrors} alone. Threads: each method may be called from any
 * thread, and may block.
 */
@NullMarked
package dev.quarry.daemon.command;

import org.jspecify.annotations.NullMarked;
