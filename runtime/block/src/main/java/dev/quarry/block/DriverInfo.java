package dev.quarry.block;

/**
 * Facts of an image format for queries.
 *
 * @param clusterSize bytes, 0 if the format has none
 * @param dirty the image was not closed in order
 */
public record DriverInfo(int clusterSize, boolean dirty) {}
