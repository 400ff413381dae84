package dev.quarry.block.image;

import dev.quarry.block.BlockException;
import dev.quarry.block.WriteFlags;
import dev.quarry.block.driver.BlockDrivers;
import dev.quarry.block.qcow2.CheckResult;
import dev.quarry.block.qcow2.CreateOptions;
import dev.quarry.block.qcow2.Qcow2Format;
import dev.quarry.block.qcow2.Repair;
import dev.quarry.qapi.generated.BlockdevDiscardOptions;
import dev.quarry.qapi.generated.BlockdevOptions;
import dev.quarry.qapi.generated.BlockdevRef;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The disk inside a qcow2 image, for a Java program: a channel with zero writes, discards and block
 * status. Backing files are opened with it, and QEMU's locks are taken on all of them, so that
 * neither QEMU nor a second program can spoil what is being written.
 *
 * <pre>{@code
 * try (Qcow2Image image = Qcow2Image.open(Path.of("disk.qcow2"))) {
 *     image.position(4096).write(bytes);
 *     image.writeZeroes(1 << 20, 1 << 20);
 * }
 * }</pre>
 *
 * <p>The disk's size does not follow what is written: a write ends at the disk's end, and one that
 * starts there fails. What was written is durable after {@link #flush} or {@link #close}. Any
 * thread may call, several at once; the position is one for all of them, so threads that share an
 * image use the methods with an offset.
 */
public final class Qcow2Image implements SeekableByteChannel {
    private final OpenDisk disk;
    private long position;

    private Qcow2Image(OpenDisk disk) {
        this.disk = disk;
    }

    /**
     * Creates an image in a new file. It reads as zeros, or as its backing file, which need not
     * exist yet.
     *
     * @throws BlockException {@code EEXIST} if the file exists, {@code EFBIG} if the size is too
     *     large for the cluster size, {@code EINVAL} if the name of the backing file does not fit
     *     the header, or what the file system says
     */
    public static void create(Path path, CreateOptions options) {
        Qcow2Format.create(path, options);
    }

    /**
     * Checks an image that nobody has open, and repairs it if asked to. Takes no lock on the file.
     *
     * @throws BlockException if there is no such file, it is no qcow2 image that is known here, or
     *     it cannot be read or written
     */
    public static CheckResult check(Path path, Repair repair) {
        return Qcow2Format.check(path, repair);
    }

    /**
     * Opens an image to read and write it.
     *
     * @throws BlockException if there is no such file, somebody else uses it, or it is no qcow2
     *     image that is known here; nothing stays open
     */
    public static Qcow2Image open(Path path) {
        return open(options(path).build());
    }

    /** Opens an image to read it; as {@link #open(Path)}. */
    public static Qcow2Image openReadOnly(Path path) {
        return open(options(path).readOnly(true).build());
    }

    /**
     * Opens an image as {@code blockdev-add} does: with {@code detect-zeroes}, over any driver. Its
     * children cannot be references to other nodes.
     *
     * @throws BlockException as for {@link #open(Path)}, or naming an option that is wrong
     */
    public static Qcow2Image open(BlockdevOptions.Qcow2 options) {
        boolean writable = !Boolean.TRUE.equals(options.readOnly());
        return new Qcow2Image(new OpenDisk(BlockDrivers.define(options), writable));
    }

    /** Space that is given up goes back to the file system. */
    private static BlockdevOptions.Qcow2.Builder options(Path path) {
        var file = BlockdevOptions.File.builder().filename(path.toString()).build();
        return BlockdevOptions.Qcow2.builder()
                .discard(BlockdevDiscardOptions.UNMAP)
                .file(new BlockdevRef.Definition(file));
    }

    /** Size of the disk in bytes. */
    @Override
    public long size() throws IOException {
        return disk.size();
    }

    @Override
    public synchronized long position() throws IOException {
        requireOpen();
        return position;
    }

    @Override
    public synchronized Qcow2Image position(long newPosition) throws IOException {
        requireOpen();
        if (newPosition < 0) {
            throw new IllegalArgumentException("position " + newPosition + " is negative");
        }
        position = newPosition;
        return this;
    }

    @Override
    public synchronized int read(ByteBuffer into) throws IOException {
        int count = disk.read(position, into);
        position += Math.max(0, count);
        return count;
    }

    /**
     * Reads from an offset on, as much as the buffer has room for and the disk has.
     *
     * @return how many bytes, or -1 at the disk's end or beyond
     */
    public int read(long offset, ByteBuffer into) throws IOException {
        return disk.read(offset, into);
    }

    @Override
    public synchronized int write(ByteBuffer from) throws IOException {
        int count = disk.write(position, from);
        position += count;
        return count;
    }

    /**
     * Writes at an offset, as much as there is room for before the disk's end.
     *
     * @return how many bytes
     * @throws IOException if the offset is the disk's end or beyond, or as the files below say
     */
    public int write(long offset, ByteBuffer from) throws IOException {
        return disk.write(offset, from);
    }

    /**
     * Makes a range read as zeros without writing them, and gives its space back.
     *
     * @throws IOException if the range is not inside the disk, or as the files below say
     */
    public void writeZeroes(long offset, long bytes) throws IOException {
        disk.writeZeroes(offset, bytes, WriteFlags.MAY_UNMAP);
    }

    /** As {@link #writeZeroes}, but clusters that hold data keep their space. */
    public void writeZeroesKeepingSpace(long offset, long bytes) throws IOException {
        disk.writeZeroes(offset, bytes, WriteFlags.NONE);
    }

    /**
     * What is known of the start of a range inside the disk, through all backing files.
     *
     * @return at least one byte, at most {@code bytes}
     * @throws IllegalArgumentException if the range is empty
     */
    public Extent extent(long offset, long bytes) throws IOException {
        if (bytes < 1) {
            throw new IllegalArgumentException("a range of " + bytes + " bytes");
        }
        return disk.extent(offset, bytes);
    }

    /** What is known of the whole disk, in order. */
    public List<Extent> extents() throws IOException {
        List<Extent> extents = new ArrayList<>();
        long end = size();
        for (long at = 0; at < end; at = extents.getLast().end()) {
            extents.add(extent(at, end - at));
        }
        return extents;
    }

    /** Puts everything written before to stable storage. */
    public void flush() throws IOException {
        disk.flush();
    }

    /**
     * Makes the disk smaller, as the interface has it: a size that is not less changes nothing.
     * What is cut off is lost.
     */
    @Override
    public synchronized Qcow2Image truncate(long size) throws IOException {
        if (size < 0) {
            throw new IllegalArgumentException("size " + size + " is negative");
        }
        disk.requireWritable();
        if (size < size()) {
            disk.resize(size);
        }
        position = Math.min(position, size);
        return this;
    }

    /** Gives the disk another size in bytes; what is new reads as zeros. */
    public void resize(long size) throws IOException {
        disk.resize(size);
    }

    @Override
    public boolean isOpen() {
        return disk.isOpen();
    }

    /** Puts everything to stable storage and lets go of the files. Once is enough. */
    @Override
    public void close() throws IOException {
        disk.close();
    }

    private void requireOpen() throws ClosedChannelException {
        if (!isOpen()) {
            throw new ClosedChannelException();
        }
    }
}
