/**
 * The block layer's generic half: the graph of nodes, who may do what to them, and the request path
 * that gives every driver only valid requests.
 *
 * <p>May depend on {@code dev.quarry.posix} and the generated schema types; knows no driver, no
 * socket, no QMP message. The graph changes on {@link dev.quarry.block.MainLoop} in short steps;
 * I/O may come from any thread, blocks, and never calls into the main loop. Lock order: graph,
 * overlap list, format metadata, table cache, allocator.
 */
@NullMarked
package dev.quarry.block;

import org.jspecify.annotations.NullMarked;
