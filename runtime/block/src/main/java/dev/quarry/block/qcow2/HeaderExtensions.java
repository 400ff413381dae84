package dev.quarry.block.qcow2;

import org.jspecify.annotations.Nullable;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * The extensions between header and backing file name. Unknown ones are kept as bytes; a rewrite of
 * single header fields in place leaves them alone.
 *
 * @param all every extension, in the order of the file
 */
record HeaderExtensions(List<Extension> all) {
    static final int BACKING_FORMAT = 0xE279_2ACA;
    static final int FEATURE_NAMES = 0x6803_F857;
    static final int BITMAPS = 0x2385_2875;
    static final int ENCRYPTION = 0x0537_BE77;
    static final int DATA_FILE = 0x4441_5441;
    private static final int NAME_ENTRY = 48;
    private static final int FORMAT_MAX = 15;

    /** One extension. Its bytes are never changed after reading. */
    record Extension(int type, ByteBuffer data) {}

    HeaderExtensions {
        all = List.copyOf(all);
    }

    /**
     * Reads the extensions of a header.
     *
     * @param area header cluster from its first byte on
     * @param from where the extensions begin
     * @param to where they end at the latest
     */
    static HeaderExtensions parse(ByteBuffer area, int from, int to) {
        List<Extension> found = new ArrayList<>();
        int at = from;
        while (at + 8 <= to) {
            int type = area.getInt(at);
            int length = area.getInt(at + 4);
            if (type == 0) {
                break;
            }
            requireInside(type, length, to - at - 8);
            found.add(new Extension(type, area.slice(at + 8, length)));
            at += 8 + (length + 7 & ~7);
        }
        return new HeaderExtensions(found);
    }

    private static void requireInside(int type, int length, int room) {
        if (length < 0 || length > room) {
            throw Refusal.invalid(
                    "header extension 0x%08x of %s bytes does not fit the header cluster"
                            .formatted(type, Integer.toUnsignedString(length)));
        }
    }

    /** The recorded format of the backing file, or null. */
    @Nullable String backingFormat() {
        ByteBuffer data = find(BACKING_FORMAT);
        if (data == null) {
            return null;
        }
        if (data.remaining() > FORMAT_MAX) {
            throw Refusal.invalid("the name of the backing format is too long");
        }
        return text(data, data.remaining());
    }

    /** The bytes of an extension, at their start, or null. */
    @Nullable ByteBuffer find(int type) {
        for (Extension extension : all) {
            if (extension.type() == type) {
                return extension.data().duplicate();
            }
        }
        return null;
    }

    /** Names for the bits of a feature word: from the image's own table, else a number. */
    String namesOf(int featureType, long bits) {
        List<String> names = new ArrayList<>();
        for (int bit = 0; bit < Long.SIZE; bit++) {
            if ((bits >>> bit & 1) != 0) {
                names.add(nameOf(featureType, bit));
            }
        }
        return String.join(", ", names);
    }

    private String nameOf(int featureType, int bit) {
        ByteBuffer table = find(FEATURE_NAMES);
        int entries = table == null ? 0 : table.remaining() / NAME_ENTRY;
        for (int i = 0; table != null && i < entries; i++) {
            ByteBuffer entry = table.slice(i * NAME_ENTRY, NAME_ENTRY);
            if (entry.get(0) == featureType && entry.get(1) == bit) {
                return "'" + text(entry.slice(2, NAME_ENTRY - 2), NAME_ENTRY - 2) + "'";
            }
        }
        return "unknown feature bit " + bit;
    }

    private static String text(ByteBuffer data, int max) {
        byte[] bytes = new byte[max];
        data.get(0, bytes);
        String text = new String(bytes, StandardCharsets.UTF_8);
        int end = text.indexOf('\0');
        return end < 0 ? text : text.substring(0, end);
    }
}
