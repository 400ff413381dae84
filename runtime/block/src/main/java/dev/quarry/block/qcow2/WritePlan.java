package dev.quarry.block.qcow2;

/**
 * Where the guest bytes from some offset on are to be written: decided under the lock, carried out
 * without it.
 */
sealed interface WritePlan {
    /** The bytes have a place that nobody shares: write them there, and no table changes. */
    record InPlace(long host, long length) implements WritePlan {}

    /**
     * Whole clusters get a place, and enter the tables once their data is written.
     *
     * @param guest guest offset of the first cluster
     * @param host host offset of the first cluster
     * @param clusters how many, consecutive on both sides
     * @param untouched whether the host clusters read as zeros now
     * @param fresh whether they were allocated for this; else the place they kept as zeros is used
     */
    record Allocating(long guest, long host, int clusters, boolean untouched, boolean fresh)
            implements WritePlan {}
}
