package dev.quarry.block.qcow2;

import java.util.ArrayList;
import java.util.List;

/** What a check finds: counts, and the first few in words. Not thread-safe. */
final class Findings {
    private static final int WORDS_KEPT = 50;

    private final List<String> words = new ArrayList<>();
    private long corruptions;
    private long leaks;
    private long imageEnd;

    /** The image may give wrong data, or damage itself when written. */
    void corruption(String what) {
        corruptions++;
        keep(what);
    }

    /** Space is counted as used and is not. */
    void leak(String what) {
        leaks++;
        keep(what);
    }

    /** A cluster is counted as used that ends at this offset. */
    void used(long end) {
        imageEnd = Math.max(imageEnd, end);
    }

    private void keep(String what) {
        if (words.size() < WORDS_KEPT) {
            words.add(what);
        }
    }

    long corruptions() {
        return corruptions;
    }

    long leaks() {
        return leaks;
    }

    /** Where the last cluster ends that is counted as used, in bytes. */
    long imageEnd() {
        return imageEnd;
    }

    /** The first findings, in the order found. */
    List<String> words() {
        return List.copyOf(words);
    }

    @Override
    public String toString() {
        return corruptions + " corruptions, " + leaks + " leaks " + words;
    }
}
