package dev.quarry.block.quorum;

import dev.quarry.block.BlockException;
import dev.quarry.block.GivenMap;
import dev.quarry.posix.Errno;
import dev.quarry.qapi.generated.BlockdevOptions;
import dev.quarry.qapi.generated.QuorumReadPattern;

import java.util.Map;

/**
 * What is set for a node.
 *
 * @param threshold how many children must agree, and must have done what was asked
 * @param failsAtDifferences whether a read fails as soon as children differ
 * @param rewrites whether outvoted children are overwritten
 * @param firstAnswers whether reads take the first child that answers, without a vote
 * @param strong what was given, by wire name
 */
record QuorumSettings(
        int threshold,
        boolean failsAtDifferences,
        boolean rewrites,
        boolean firstAnswers,
        Map<String, Object> strong) {

    /**
     * Reads the options.
     *
     * @throws BlockException naming what does not go together
     */
    static QuorumSettings of(BlockdevOptions.Quorum given) {
        int children = given.children().size();
        requireThreshold(given.voteThreshold(), children);
        QuorumReadPattern pattern = given.readPattern();
        boolean votes = pattern != QuorumReadPattern.FIFO;
        boolean verifies = votes && Boolean.TRUE.equals(given.blkverify());
        boolean rewrites = votes && Boolean.TRUE.equals(given.rewriteCorrupted());
        if (verifies && (children != 2 || given.voteThreshold() != 2)) {
            throw wrong("'blkverify' needs two 'children' and a 'vote-threshold' of 2");
        }
        if (verifies && rewrites) {
            throw wrong("'rewrite-corrupted' and 'blkverify' exclude each other: choose one");
        }
        Map<String, Object> strong =
                new GivenMap()
                        .put("vote-threshold", given.voteThreshold())
                        .put("blkverify", given.blkverify())
                        .put("rewrite-corrupted", given.rewriteCorrupted())
                        .put("read-pattern", pattern == null ? null : pattern.wireName())
                        .map();
        return new QuorumSettings((int) given.voteThreshold(), verifies, rewrites, !votes, strong);
    }

    private static void requireThreshold(long threshold, int children) {
        if (children < 1) {
            throw wrong("'children' is empty: give one at least");
        }
        if (threshold < 1 || threshold > children) {
            throw wrong(
                    "'vote-threshold' is "
                            + threshold
                            + ": give 1 to the "
                            + children
                            + " children");
        }
    }

    private static BlockException wrong(String what) {
        return BlockException.of(Errno.EINVAL, what);
    }
}
