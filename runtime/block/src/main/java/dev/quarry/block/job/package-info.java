/**
 * Jobs: work that goes on after its command was answered, which can be watched, paused and
 * cancelled, and whose outcome stays until somebody has seen it.
 *
 * <p>May depend on {@code dev.quarry.block} and the generated types; knows no kind of work. States
 * change on the main loop; each job works on a platform thread of its own. Public methods of {@link
 * dev.quarry.block.job.Jobs} may be called from any thread.
 */
@NullMarked
package dev.quarry.block.job;

import org.jspecify.annotations.NullMarked;
