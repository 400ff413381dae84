package dev.quarry.nbd;

import dev.quarry.nbd.NbdProtocol.ExportFlag;

/**
 * What a client has learnt and agreed in its handshake.
 *
 * @param size of the export in bytes
 * @param flags transmission flags
 * @param minimumBlock smallest unit of requests in bytes
 * @param maximumPayload most bytes of one read or write
 * @param structured whether replies may be structured
 * @param allocationId number of the context base:allocation, or −1
 * @param depthId number of the context qemu:allocation-depth, or −1
 */
record NbdServerInfo(
        long size,
        int flags,
        int minimumBlock,
        int maximumPayload,
        boolean structured,
        int allocationId,
        int depthId) {

    boolean has(int flag) {
        return (flags & ExportFlag.HAS_FLAGS) != 0 && (flags & flag) != 0;
    }
}
