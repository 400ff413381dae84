/**
 * The qcow2 image format, versions 2 and 3: header, tables, reference counts, allocation, and the
 * driver that reads and writes guest data through them.
 *
 * <p>May depend on {@code dev.quarry.block} and the generated schema types; reaches its file only
 * through {@link dev.quarry.block.qcow2.ImageFile}. Any thread may do I/O on a driver; one lock
 * ({@link dev.quarry.block.qcow2.Tables}) decides about metadata and is never held over guest data.
 * Lock order: {@link dev.quarry.block.qcow2.ClusterRanges}, {@link
 * dev.quarry.block.qcow2.MetadataCommit}, {@link dev.quarry.block.qcow2.Tables}. The rules of write
 * ordering stand in {@link dev.quarry.block.qcow2.MetadataCommit}.
 */
@NullMarked
package dev.quarry.block.qcow2;

import org.jspecify.annotations.NullMarked;
