package dev.quarry.dist;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import tools.jackson.databind.JsonNode;

import java.nio.file.Path;
import java.util.BitSet;

/**
 * Where a disk is told to be zeros, by {@code qemu-img map}: of an image, or of an export. In units
 * of 512 bytes.
 */
final class ZeroRanges {
    private static final int UNIT = 512;

    private final BitSet zeros = new BitSet();

    private ZeroRanges(JsonNode map, boolean evenOfData) {
        for (JsonNode extent : map) {
            boolean isZero = extent.path("zero").asBoolean();
            if (isZero && (evenOfData || !extent.path("data").asBoolean())) {
                long start = extent.path("start").asLong();
                long end = start + extent.path("length").asLong();
                zeros.set(Math.toIntExact(start / UNIT), Math.toIntExact(end / UNIT));
            }
        }
    }

    /** What an image declares; that its file has holes in its data is no matter of the image. */
    static ZeroRanges declaredBy(Path image, String format) {
        return new ZeroRanges(Images.map(image, format), false);
    }

    /** All that an export tells. */
    static ZeroRanges toldBy(String uri) {
        return new ZeroRanges(
                Json.strict(Tools.ok("qemu-img", "map", "--output=json", "-f", "raw", uri)), true);
    }

    /** Fails unless everything that the other tells is told here too. */
    void expectAllOf(ZeroRanges other, String context) {
        BitSet missing = (BitSet) other.zeros.clone();
        missing.andNot(zeros);
        assertTrue(missing.isEmpty(), () -> context + ": zeros not told, in sectors: " + missing);
    }

    /** Fails unless the content has zeros wherever they are told. */
    void expectTrue(byte[] content, String context) {
        for (int at = 0; at < content.length; at++) {
            if (content[at] != 0 && zeros.get(at / UNIT)) {
                assertEquals(0, content[at], context + ": byte " + at + ", told to be zero");
            }
        }
    }
}
