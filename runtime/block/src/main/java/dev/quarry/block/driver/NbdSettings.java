package dev.quarry.block.driver;

import dev.quarry.nbd.NbdLinkSettings;

import org.jspecify.annotations.Nullable;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What the driver {@code nbd} opens.
 *
 * @param link which disk, and how patiently
 * @param dirtyBitmap the metadata context to ask for instead of base:allocation, or null; with it,
 *     block status tells what is dirty as if it were data
 * @param name a URI that opens the same, or null if the options say more than a URI can
 * @param strong the options of {@code server} and {@code export}, flat, as file names show them
 */
record NbdSettings(
        NbdLinkSettings link,
        @Nullable String dirtyBitmap,
        @Nullable String name,
        Map<String, Object> strong) {
    NbdSettings {
        strong = Collections.unmodifiableMap(new LinkedHashMap<>(strong));
    }
}
