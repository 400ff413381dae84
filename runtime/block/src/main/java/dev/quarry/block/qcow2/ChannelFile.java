package dev.quarry.block.qcow2;

import dev.quarry.block.BlockException;
import dev.quarry.posix.Errno;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NoSuchFileException;
import java.nio.file.OpenOption;
import java.nio.file.Path;

/**
 * An image file by its path, outside any graph: for creating and checking images. Takes no lock on
 * the file. Any thread may call; a thread that does must not be interrupted.
 */
final class ChannelFile implements ImageFile, AutoCloseable {
    private final Path path;
    private final FileChannel channel;

    private ChannelFile(Path path, FileChannel channel) {
        this.path = path;
        this.channel = channel;
    }

    /** Opens as the options say. */
    static ChannelFile open(Path path, OpenOption... options) {
        try {
            return new ChannelFile(path, FileChannel.open(path, options));
        } catch (FileAlreadyExistsException exists) {
            throw BlockException.of(Errno.EEXIST, "File '" + path + "' exists already", exists);
        } catch (NoSuchFileException missing) {
            throw BlockException.of(Errno.ENOENT, "File '" + path + "' does not exist", missing);
        } catch (IOException failure) {
            throw failed("open", path, failure);
        }
    }

    @Override
    public long size() {
        try {
            return channel.size();
        } catch (IOException failure) {
            throw failed("measure", path, failure);
        }
    }

    @Override
    public void read(long offset, ByteBuffer into) {
        try {
            long at = offset;
            while (into.hasRemaining()) {
                int count = channel.read(into, at);
                if (count < 0) {
                    DataReader.fillZero(into);
                    return;
                }
                at += count;
            }
        } catch (IOException failure) {
            throw failed("read", path, failure);
        }
    }

    @Override
    public void write(long offset, ByteBuffer from) {
        try {
            long at = offset;
            while (from.hasRemaining()) {
                at += channel.write(from, at);
            }
        } catch (IOException failure) {
            throw failed("write", path, failure);
        }
    }

    /** Keeps the space: there is no way to give it back here. */
    @Override
    public void discard(long offset, long bytes) {}

    /** A range at the end becomes a hole. */
    @Override
    public void clear(long offset, long bytes) {
        if (offset + bytes < size()) {
            fill(offset, bytes);
        } else {
            truncate(offset);
            truncate(offset + bytes);
        }
    }

    @Override
    public void flush() {
        try {
            channel.force(false);
        } catch (IOException failure) {
            throw failed("flush", path, failure);
        }
    }

    @Override
    public void truncate(long size) {
        try {
            if (size > channel.size()) {
                channel.write(ByteBuffer.allocate(1), size - 1);
            } else {
                channel.truncate(size);
            }
        } catch (IOException failure) {
            throw failed("resize", path, failure);
        }
    }

    @Override
    public void close() {
        try {
            channel.close();
        } catch (IOException failure) {
            throw failed("close", path, failure);
        }
    }

    private static BlockException failed(String verb, Path path, IOException failure) {
        String reason = String.valueOf(failure.getMessage());
        Errno errno = reason.contains("No space left") ? Errno.ENOSPC : Errno.EIO;
        return BlockException.of(errno, "Cannot " + verb + " '" + path + "': " + reason, failure);
    }
}
