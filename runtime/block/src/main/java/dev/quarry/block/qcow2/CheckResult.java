package dev.quarry.block.qcow2;

import java.util.List;

/**
 * What a check of an image has found, after the repair that was asked for.
 *
 * @param corruptions places that may give wrong data, or make a write do damage
 * @param leaks clusters that are counted as used more often than they are
 * @param corruptionsFixed corruptions that were there before the repair and are not now
 * @param leaksFixed leaks that were there before the repair and are not now
 * @param imageEnd where the last used cluster of the file ends, in bytes
 * @param totalClusters clusters the guest sees
 * @param allocatedClusters clusters of the guest that have space in the file
 * @param fragmentedClusters of these, how many do not follow the one before them in the file
 * @param compressedClusters of these, how many are compressed
 * @param messages the first things that are wrong, in words
 */
public record CheckResult(
        long corruptions,
        long leaks,
        long corruptionsFixed,
        long leaksFixed,
        long imageEnd,
        long totalClusters,
        long allocatedClusters,
        long fragmentedClusters,
        long compressedClusters,
        List<String> messages) {

    /** Copies the list. */
    public CheckResult {
        messages = List.copyOf(messages);
    }

    /** Whether nothing is wrong. */
    public boolean isClean() {
        return corruptions == 0 && leaks == 0;
    }
}
