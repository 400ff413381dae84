package dev.quarry.block.qcow2;

/**
 * What the metadata says about the guest bytes from some offset on: decided under the lock, acted
 * on without it. The length is in guest bytes, more than 0, and at most what was asked.
 */
sealed interface Mapping {
    /** Guest bytes for which the answer holds. */
    long length();

    /** The bytes stand in the file, one after the other, from a host offset on. */
    record Data(long host, long length) implements Mapping {}

    /** The bytes are zeros. The host offset is 0 when no space is kept for them. */
    record Zero(long host, long length) implements Mapping {}

    /** The backing file decides. */
    record Unallocated(long length) implements Mapping {}

    /**
     * The bytes are part of a compressed cluster.
     *
     * @param host byte offset of the compressed data
     * @param bytes its length at most
     * @param skip where in the unpacked cluster the asked offset lies
     */
    record Compressed(long host, int bytes, int skip, long length) implements Mapping {}
}
