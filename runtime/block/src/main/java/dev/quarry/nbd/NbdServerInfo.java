package dev.quarry.nbd;

import dev.quarry.nbd.NbdProtocol.ExportFlag;

/**
 * What a client has learnt and agreed in its handshake.
 *
 * @param size of the export in bytes
 * @param flags transmission flags
 * @param minimumBlock smallest unit of requests in bytes, a power of two; 0 if the server told none
 * @param preferredBlock the unit the server likes best, in bytes; 0 if it told none
 * @param maximumPayload most bytes of one read or write
 * @param form of requests and replies
 * @param allocationId number of the context that extents are asked of, or −1
 * @param depthId number of the context qemu:allocation-depth, or −1
 */
record NbdServerInfo(
        long size,
        int flags,
        int minimumBlock,
        int preferredBlock,
        int maximumPayload,
        NbdForm form,
        int allocationId,
        int depthId) {

    boolean has(int flag) {
        return (flags & ExportFlag.HAS_FLAGS) != 0 && (flags & flag) != 0;
    }
}
