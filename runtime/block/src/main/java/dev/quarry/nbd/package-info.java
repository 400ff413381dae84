/**
 * The network block device protocol: its numbers, a server that serves disks, and a client.
 *
 * <p>May depend on the JDK and block's pool of buffers: a disk is an {@link
 * dev.quarry.nbd.NbdDisk}, whoever implements it (block.export does for nodes of the graph). No
 * Vert.x, no QMP.
 *
 * <p>Threads: one platform thread accepts, one a connection serves; both end when their channel is
 * closed from elsewhere. Nothing here interrupts a thread. {@link dev.quarry.nbd.NbdClient} may be
 * called from any thread.
 *
 * <p>Source: the NBD project's doc/proto.md; where a server may choose, QEMU 7.2's choice.
 */
@NullMarked
package dev.quarry.nbd;

import org.jspecify.annotations.NullMarked;
