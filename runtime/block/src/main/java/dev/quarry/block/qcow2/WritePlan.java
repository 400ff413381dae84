package dev.quarry.block.qcow2;

/**
 * Where the guest bytes from some offset on are to be written: decided under the lock, carried out
 * without it.
 */
sealed interface WritePlan {
    /** The bytes have a place that nobody shares: write them there, and no table changes. */
    record InPlace(long host, long length) implements WritePlan {}

    /**
     * Whole units (clusters or subclusters) get content, and enter the tables once it is written.
     *
     * @param guest guest offset of the first unit
     * @param host host offset of the first unit
     * @param bytes of all units, consecutive on both sides
     * @param unit bytes of one
     * @param untouched whether the host clusters read as zeros now
     * @param fresh whether the clusters were allocated for this; else they have this place already
     */
    record Allocating(long guest, long host, long bytes, int unit, boolean untouched, boolean fresh)
            implements WritePlan {
        long end() {
            return guest + bytes;
        }
    }
}
