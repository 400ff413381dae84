/**
 * What queries tell of nodes, in the schema's words: node, image, what was counted, who uses whom.
 *
 * <p>May depend on the block layer, its drivers and formats, and on the generated types. Any
 * thread; callers ask inside {@link dev.quarry.block.BlockGraph#look}, so that no node is closed
 * under the question. Sizes come from the file system, so asking may block.
 */
@NullMarked
package dev.quarry.block.query;

import org.jspecify.annotations.NullMarked;
