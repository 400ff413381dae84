package dev.quarry.block;

import org.jspecify.annotations.Nullable;

/**
 * The backing file as an image's header names it.
 *
 * @param filename as it stands there, relative to the image's folder
 * @param format driver name, or null if not recorded
 */
public record BackingLink(String filename, @Nullable String format) {}
