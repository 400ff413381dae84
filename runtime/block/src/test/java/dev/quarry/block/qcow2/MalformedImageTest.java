package dev.quarry.block.qcow2;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.quarry.block.BlockException;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/**
 * Damaged headers and tables are refused with a message or lead to errors with a message; never to
 * another exception, a hang or a change of a file that was refused. {@code -DmalformedImages=} sets
 * how many.
 */
class MalformedImageTest {
    private static final int IMAGES = Integer.getInteger("malformedImages", 1500);
    private static final int SIZE = 1 << 20;
    private static final long[] ODD = {
        0,
        1,
        2,
        511,
        512,
        4096,
        65536,
        -1,
        Long.MAX_VALUE,
        Long.MIN_VALUE,
        1L << 55,
        1L << 62,
        L2Entry.COPIED | 4096,
        L2Entry.COMPRESSED | 4096,
        0xffff_ffffL,
        1L << 40,
        8192 | 1
    };

    @Test
    void isRefusedOrFailsInOrder() {
        List<byte[]> sound = soundImages();
        int refused = 0;
        for (int i = 0; i < IMAGES; i++) {
            long seed = Seeds.seed() + i;
            Random random = new Random(seed);
            byte[] image = damage(sound.get(random.nextInt(sound.size())).clone(), random);
            try {
                refused +=
                        assertTimeoutPreemptively(Duration.ofSeconds(20), () -> use(image, random));
            } catch (RuntimeException | AssertionError failure) {
                throw new AssertionError("-Dseed=" + seed + " -DmalformedImages=1", failure);
            }
        }
        assertTrue(IMAGES == 1 || (refused > IMAGES / 20 && refused < IMAGES), "" + refused);
    }

    /** Uses an image in every way; 1 if it could not be opened for writing. */
    private static int use(byte[] image, Random random) {
        useReadOnly(image, random);
        attempt(() -> CheckRun.run(new MemoryFile(image), Repair.ALL));
        MemoryFile file = new MemoryFile(image);
        OpenImage open = tryOpen(file, OpenImage.Options.READ_WRITE);
        if (open == null) {
            assertArrayEquals(image, file.content(), "a refused file was changed");
            return 1;
        }
        for (int i = 0; i < 20; i++) {
            attempt(() -> change(open, random));
        }
        attempt(open::close);
        attempt(() -> Qcow2Check.check(file));
        return 0;
    }

    private static void useReadOnly(byte[] image, Random random) {
        MemoryFile file = new MemoryFile(image);
        OpenImage open = tryOpen(file, OpenImage.Options.READ_ONLY);
        if (open != null) {
            for (int i = 0; i < 10; i++) {
                attempt(() -> read(open, random));
            }
            attempt(open::close);
        }
        assertArrayEquals(image, file.content(), "reading changed the file");
    }

    private static void read(OpenImage image, Random random) {
        long offset = offset(image, random);
        int bytes = (int) Math.min(70_000, image.geometry().size() - offset);
        if (bytes > 0) {
            image.map(offset, bytes);
            image.read(offset, ByteBuffer.allocate(bytes));
        }
    }

    private static void change(OpenImage image, Random random) {
        long offset = offset(image, random);
        int bytes = (int) Math.min(20_480, image.geometry().size() - offset);
        if (bytes <= 0) {
            return;
        }
        switch (random.nextInt(5)) {
            case 0, 1 -> image.write(offset, ByteBuffer.allocate(bytes));
            case 2 -> image.writeZeroes(offset, bytes, random.nextBoolean());
            case 3 -> image.discard(offset, bytes);
            default -> image.flush();
        }
    }

    private static long offset(OpenImage image, Random random) {
        long size = image.geometry().size();
        long within = random.nextInt(3) == 0 ? size : Math.min(size, SIZE);
        return within == 0 ? 0 : random.nextLong(within) & ~511L;
    }

    private static @Nullable OpenImage tryOpen(ImageFile file, OpenImage.Options options) {
        try {
            return OpenImage.open(file, options, BackingSource.NONE, _ -> {});
        } catch (BlockException refusal) {
            assertFalse(refusal.getMessage().isBlank());
            return null;
        }
    }

    private static void attempt(Runnable use) {
        try {
            use.run();
        } catch (BlockException failure) {
            assertFalse(failure.getMessage().isBlank());
        }
    }

    private static byte[] damage(byte[] image, Random random) {
        int times = 1 + random.nextInt(3);
        ByteBuffer bytes = ByteBuffer.wrap(image);
        for (int i = 0; i < times; i++) {
            damageOnce(bytes, random);
        }
        return random.nextInt(10) == 0 ? Arrays.copyOf(image, random.nextInt(image.length)) : image;
    }

    private static void damageOnce(ByteBuffer image, Random random) {
        int metadata = Math.min(image.limit(), 9 * 4096) / 8;
        switch (random.nextInt(6)) {
            case 0 -> image.put(random.nextInt(120), (byte) random.nextInt(256));
            case 1 -> image.putInt(random.nextInt(30) * 4, (int) odd(random));
            case 2 -> image.putLong(random.nextInt(14) * 8, odd(random));
            case 3 -> image.putLong(random.nextInt(metadata) * 8, odd(random));
            case 4 -> image.putLong(random.nextInt(metadata) * 8, random.nextLong());
            default -> {
                int at = (1 + random.nextInt(8)) * 4096 + random.nextInt(8) * 8;
                if (at + 8 <= image.limit()) {
                    image.putLong(at, image.getLong(at) ^ 1L << random.nextInt(64));
                }
            }
        }
    }

    private static long odd(Random random) {
        return ODD[random.nextInt(ODD.length)] + (random.nextInt(4) == 0 ? 1 : 0);
    }

    private static List<byte[]> soundImages() {
        CreateOptions options = CreateOptions.ofSize(SIZE).withClusterSize(4096);
        List<byte[]> images = new ArrayList<>();
        for (CreateOptions each :
                List.of(
                        options,
                        options.withVersion(2),
                        options.withRefcountBits(1),
                        options.withBacking("base", "raw"),
                        options.withClusterSize(512).withRefcountBits(64))) {
            images.add(filled(each));
        }
        images.add(dirty(images.getFirst().clone()));
        images.add(extended(images.getFirst().clone()));
        return images;
    }

    private static byte[] filled(CreateOptions options) {
        MemoryFile file = new MemoryFile();
        Qcow2Format.create(file, options);
        Random random = new Random(1);
        try (OpenImage image =
                OpenImage.open(file, OpenImage.Options.READ_WRITE, BackingSource.NONE, _ -> {})) {
            ImageModel model = new ImageModel(image, new byte[SIZE], true, random);
            for (int i = 0; i < 40; i++) {
                model.step();
            }
        }
        return file.content();
    }

    private static byte[] dirty(byte[] image) {
        ByteBuffer.wrap(image).putLong(Qcow2Header.INCOMPATIBLE_AT, Features.DIRTY);
        return image;
    }

    /** Says extended entries where there are none, with clusters that allow it. */
    private static byte[] extended(byte[] image) {
        ByteBuffer bytes = ByteBuffer.wrap(image);
        bytes.putLong(Qcow2Header.INCOMPATIBLE_AT, Features.EXTENDED_L2).putInt(20, 14);
        return image;
    }
}
