package dev.quarry.block.export;

/**
 * An export as queries tell it.
 *
 * @param shuttingDown it is being removed
 */
public record ExportInfo(String id, String nodeName, boolean shuttingDown) {}
