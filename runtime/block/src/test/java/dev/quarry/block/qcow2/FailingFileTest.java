package dev.quarry.block.qcow2;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.quarry.block.BlockException;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Random;

/**
 * A file that fails at any operation costs the requests that failed, and no more: once it works
 * again a flush makes everything durable, and a check finds leaks at worst.
 */
class FailingFileTest {
    private static final int SIZE = 1 << 20;
    private static final int STEPS = 1500;

    @ParameterizedTest
    @ValueSource(ints = {512, 4096, 65536})
    void damageIsConfinedToWhatFailed(int clusterSize) {
        Random random = new Random(Seeds.seed());
        MemoryFile empty = new MemoryFile();
        Qcow2Format.create(empty, CreateOptions.ofSize(SIZE).withClusterSize(clusterSize));
        FaultyFile file = new FaultyFile(empty.content(), random);
        byte[] expected = new byte[SIZE];
        int failures = 0;
        try (OpenImage image = open(file)) {
            file.failOneIn(12);
            for (int step = 0; step < STEPS; step++) {
                failures += step(image, file, expected, random);
            }
            file.failOneIn(0);
            image.flush();
            compare(image, expected);
        }
        assertTrue(failures > STEPS / 40, "failures: " + failures);
        Findings findings = Qcow2Check.check(file);
        assertEquals(0, findings.corruptions(), findings::toString);
        try (OpenImage image = open(file)) {
            compare(image, expected);
        }
    }

    /** One change; one that failed is done again on a file that works. */
    private static int step(OpenImage image, FaultyFile file, byte[] expected, Random random) {
        int offset = random.nextInt(SIZE / 512) * 512;
        int bytes = Math.min(SIZE - offset, (1 + random.nextInt(40)) * 512);
        byte[] data = new byte[bytes];
        int kind = random.nextInt(8);
        if (kind > 2) {
            random.nextBytes(data);
        }
        try {
            change(image, kind, offset, data);
            System.arraycopy(data, 0, expected, offset, kind == 0 ? 0 : bytes);
            return 0;
        } catch (BlockException failed) {
            if (kind == 0) {
                return 1;
            }
            file.failOneIn(0);
            image.write(offset, ByteBuffer.wrap(data));
            file.failOneIn(12);
            System.arraycopy(data, 0, expected, offset, bytes);
            return failed.isNotSupported() ? 0 : 1;
        }
    }

    private static void change(OpenImage image, int kind, int offset, byte[] data) {
        switch (kind) {
            case 0 -> image.flush();
            case 1 -> image.writeZeroes(offset, data.length, true);
            case 2 -> image.writeZeroes(offset, data.length, false);
            default -> image.write(offset, ByteBuffer.wrap(data));
        }
    }

    private static void compare(OpenImage image, byte[] expected) {
        ByteBuffer content = ByteBuffer.allocate(SIZE);
        image.read(0, content);
        int differs = Arrays.mismatch(expected, content.array());
        assertEquals(-1, differs, "first difference; seed " + Seeds.seed());
    }

    private static OpenImage open(ImageFile file) {
        OpenImage.Options options =
                new OpenImage.Options(
                        true, true, true, new Qcow2Settings(null, null, null, null, 0L, 0L, 0));
        return OpenImage.open(file, options, BackingSource.NONE, _ -> {});
    }
}
