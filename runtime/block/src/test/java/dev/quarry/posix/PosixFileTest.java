package dev.quarry.posix;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;

class PosixFileTest {
    @TempDir Path folder;

    @Test
    void writesAndReadsAtOffsets() throws IOException {
        Path path = folder.resolve("f");
        try (PosixFile file = open(path, OpenFlag.WRITE, OpenFlag.CREATE)) {
            ByteBuffer data = direct(1, 2, 3, 4);
            file.write(10, data);
            assertEquals(0, data.remaining());
            ByteBuffer read = ByteBuffer.allocateDirect(8);
            assertEquals(6, file.read(8, read));
            assertEquals(6, read.position());
            assertEquals(0, read.get(1));
            assertEquals(1, read.get(2));
            file.sync();
        }
        assertEquals(14, Files.size(path));
    }

    @Test
    void heapBuffersAreRefused() {
        try (PosixFile file = open(folder.resolve("f"), OpenFlag.WRITE, OpenFlag.CREATE)) {
            ByteBuffer heap = ByteBuffer.allocate(1);
            assertThrows(IllegalArgumentException.class, () -> file.write(0, heap));
        }
    }

    @Test
    void failuresCarryTheErrorNumber() throws IOException {
        assertErrno(Errno.ENOENT, () -> open(folder.resolve("absent")));
        assertErrno(Errno.EISDIR, () -> open(folder, OpenFlag.WRITE));
        Path path = Files.createFile(folder.resolve("f"));
        assertErrno(
                Errno.EEXIST,
                () -> open(path, OpenFlag.WRITE, OpenFlag.CREATE, OpenFlag.EXCLUSIVE));
        try (PosixFile file = open(path)) {
            assertErrno(Errno.EBADF, () -> file.write(0, direct(1)));
            assertErrno(Errno.EINVAL, () -> file.truncate(5));
        }
    }

    @Test
    void statusTellsKindSizeAndSpace() throws IOException {
        Path path = Files.write(folder.resolve("f"), new byte[10_000]);
        try (PosixFile file = open(path);
                PosixFile dir = open(folder);
                PosixFile device = open(Path.of("/dev/null"))) {
            assertEquals(FileStatus.Type.REGULAR, file.status().type());
            assertEquals(10_000, file.status().size());
            assertTrue(file.status().allocatedBytes() >= 10_000);
            assertEquals(FileStatus.Type.FOLDER, dir.status().type());
            assertEquals(FileStatus.Type.CHARACTER_DEVICE, device.status().type());
        }
    }

    @Test
    @Timeout(value = 20, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void openingPipeThatNobodyWritesToDoesNotWait() throws Exception {
        Path path = folder.resolve("pipe");
        int made = new ProcessBuilder("mkfifo", path.toString()).start().waitFor();
        assertEquals(0, made);
        try (PosixFile pipe = open(path)) {
            assertEquals(FileStatus.Type.OTHER, pipe.status().type());
        }
    }

    @Test
    void holesAreFound() throws IOException {
        try (PosixFile file = open(folder.resolve("f"), OpenFlag.WRITE, OpenFlag.CREATE)) {
            file.truncate(1 << 20);
            assertEquals(-1, file.seekData(0));
            file.write(1 << 19, ByteBuffer.allocateDirect(4096).put(0, (byte) 1));
            assertEquals(1 << 19, file.seekData(0));
            assertEquals((1 << 19) + 4096, file.seekHole(1 << 19));
            assertEquals(-1, file.seekHole(1 << 20));
        }
    }

    @Test
    void locksConflictBetweenOpenFilesOfOneProcess() throws IOException {
        Path path = Files.createFile(folder.resolve("f"));
        try (PosixFile one = open(path, OpenFlag.WRITE);
                PosixFile two = open(path)) {
            assertFalse(two.isLockedByOther(100));
            one.lockShared(100);
            two.lockShared(100);
            assertTrue(two.isLockedByOther(100));
            assertFalse(two.isLockedByOther(101));
            open(path).close(); // a classic lock would be gone now
            assertTrue(two.isLockedByOther(100));
            one.unlock(100);
            assertFalse(two.isLockedByOther(100));
            assertTrue(one.isLockedByOther(100));
        }
    }

    @Test
    void replacingKeepsTheDescriptorAndDropsItsLocks() throws IOException {
        Path path = Files.createFile(folder.resolve("f"));
        try (PosixFile file = open(path);
                PosixFile other = open(path)) {
            file.lockShared(5);
            assertErrno(Errno.EBADF, () -> file.write(0, direct(1)));
            file.replaceBy(file.reopen(Set.of(OpenFlag.WRITE)));
            file.write(0, direct(1));
            assertFalse(other.isLockedByOther(5));
        }
        assertEquals(1, Files.size(path));
    }

    private static PosixFile open(Path path, OpenFlag... flags) {
        return PosixFile.open(path.toString(), Set.of(flags));
    }

    private static ByteBuffer direct(int... bytes) {
        ByteBuffer buffer = ByteBuffer.allocateDirect(bytes.length);
        for (int value : bytes) {
            buffer.put((byte) value);
        }
        return buffer.flip();
    }

    private static void assertErrno(Errno errno, Executable call) {
        PosixException failure = assertThrows(PosixException.class, call);
        assertEquals(errno, failure.errno());
        assertTrue(String.valueOf(failure.getMessage()).endsWith(failure.reason()));
    }
}
