package dev.quarry.block.driver;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.quarry.block.Access;
import dev.quarry.block.BlockBackend;
import dev.quarry.block.BlockException;
import dev.quarry.block.BlockNode;
import dev.quarry.block.GivenOptions;
import dev.quarry.block.Permissions;
import dev.quarry.block.TestGraph;
import dev.quarry.posix.Errno;
import dev.quarry.qapi.generated.BlockdevCreateOptions;
import dev.quarry.qapi.generated.PreallocMode;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/** Files made by {@code blockdev-create}: their size, their space, and what a failure leaves. */
class FileCreationTest {
    @TempDir Path folder;

    private static BlockdevCreateOptions.File.Builder options(Path file, long size) {
        return BlockdevCreateOptions.File.builder().filename(file.toString()).size(size);
    }

    private static void make(BlockdevCreateOptions.File options) {
        new FileCreation(FileCreationSettings.of(options), () -> {}).run();
    }

    @ParameterizedTest
    @CsvSource({
        "0, OFF, 0, 0",
        "1, OFF, 512, 4",
        "1000, OFF, 1024, 4",
        "1048576, OFF, 1048576, 4",
        "1048576, FALLOC, 1048576, 1024",
        "1048576, FULL, 1048576, 1024",
        "0, FALLOC, 0, 0",
        "0, FULL, 0, 0",
        "3000000, FULL, 3000320, 2932",
    })
    void aFileHasItsSizeAndItsSpace(long asked, PreallocMode mode, long size, long kib)
            throws IOException {
        FileSystemNeeds.zeroRanges(folder);
        Path file = folder.resolve("new");
        make(options(file, asked).preallocation(mode).build());
        assertEquals(size, Files.size(file));
        assertEquals(kib, Disks.allocatedKib(file));
        for (byte each : Files.readAllBytes(file)) {
            assertEquals(0, each);
        }
    }

    @Test
    void aFileThatExistsIsEmptiedFirst() throws IOException {
        Path file = Disks.full(folder, 1 << 20);
        make(options(file, 8192).build());
        assertEquals(8192, Files.size(file));
        assertTrue(Arrays.equals(new byte[8192], Files.readAllBytes(file)));
    }

    @ParameterizedTest
    @CsvSource({
        "-1, OFF, 0, EINVAL, 'size'",
        "9223372036854775807, OFF, 0, EFBIG, 'size'",
        "4096, METADATA, 0, EINVAL, 'preallocation'",
        "4096, OFF, -1, EINVAL, 'extent-size-hint'",
        "4096, OFF, 4294967296, EINVAL, 'extent-size-hint'",
    })
    void whatCannotBeIsRefusedBeforeTheFileIsTouched(
            long size, PreallocMode mode, long hint, Errno errno, String word) throws IOException {
        Path file = Files.write(folder.resolve("old"), new byte[] {1, 2, 3});
        BlockException refusal =
                assertThrows(
                        BlockException.class,
                        () ->
                                make(
                                        options(file, size)
                                                .preallocation(mode)
                                                .extentSizeHint(hint)
                                                .build()));
        assertEquals(errno, refusal.errno());
        assertTrue(refusal.getMessage().contains(word), refusal.getMessage());
        assertEquals(3, Files.size(file));
    }

    @Test
    void whatFailsLeavesNoNewFile() {
        Path file = folder.resolve("new");
        BlockException failure =
                assertThrows(
                        BlockException.class,
                        () ->
                                make(
                                        options(file, 1L << 60)
                                                .preallocation(PreallocMode.FALLOC)
                                                .build()));
        assertTrue(failure.getMessage().contains(file.toString()), failure.getMessage());
        assertFalse(Files.exists(file));
    }

    @Test
    void aCreationThatIsGivenUpLeavesNoNewFileAndAnOldOneEmpty() throws IOException {
        Path fresh = folder.resolve("new");
        Path old = Disks.full(folder, 4096);
        for (Path file : new Path[] {fresh, old}) {
            FileCreationSettings settings =
                    FileCreationSettings.of(
                            options(file, 1 << 20).preallocation(PreallocMode.FULL).build());
            FileCreation creation =
                    new FileCreation(
                            settings,
                            () -> {
                                throw BlockException.of(Errno.ECANCELED, "given up");
                            });
            assertThrows(BlockException.class, creation::run);
        }
        assertFalse(Files.exists(fresh));
        assertEquals(0, Files.size(old));
    }

    @Test
    void aPathThatLeadsNowhereIsNamed() {
        Path file = folder.resolve("nowhere/new");
        BlockException failure =
                assertThrows(BlockException.class, () -> make(options(file, 512).build()));
        assertEquals(
                "Could not create '" + file + "': No such file or directory", failure.getMessage());
    }

    @ParameterizedTest
    @CsvSource({"'', ENOENT", "., EISDIR"})
    void whatIsNoFileIsLeftAlone(String name, Errno errno) {
        BlockException failure =
                assertThrows(
                        BlockException.class,
                        () ->
                                make(
                                        BlockdevCreateOptions.File.builder()
                                                .filename(name)
                                                .size(512)
                                                .build()));
        assertEquals(errno, failure.errno());
    }

    @Test
    void aFileInUseIsLeftAlone() throws IOException {
        Path file = Disks.full(folder, 1 << 16);
        Access exclusive = new Access(Permissions.CONSISTENT_READ, Permissions.CONSISTENT_READ);
        try (TestGraph graph = new TestGraph()) {
            BlockNode node = graph.add(Disks.file(GivenOptions.named("f"), file));
            try (BlockBackend _ = BlockBackend.open(node, exclusive, "a test")) {
                BlockException failure =
                        assertThrows(BlockException.class, () -> make(options(file, 512).build()));
                assertEquals(Errno.EAGAIN, failure.errno());
            }
        }
        assertEquals(1 << 16, Files.size(file));
    }
}
