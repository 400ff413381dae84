package dev.quarry.block.qcow2;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.nio.ByteBuffer;
import java.util.Random;

/** Reference counts of every width. */
class RefcountCodecTest {
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3, 4, 5, 6})
    void everyWidthKeepsNeighboursApart(int order) {
        Random random = new Random(Seeds.seed());
        ByteBuffer block = ByteBuffer.allocate(512);
        long[] expected = new long[(512 * 8) >> order];
        long mask = order == 6 ? -1 : (1L << (1 << order)) - 1;
        for (int i = 0; i < 5000; i++) {
            int index = random.nextInt(expected.length);
            expected[index] = random.nextLong() & mask;
            RefcountCodec.set(block, order, index, expected[index]);
        }
        for (int i = 0; i < expected.length; i++) {
            assertEquals(expected[i], RefcountCodec.get(block, order, i), "count " + i);
        }
    }

    @Test
    void narrowCountsFillBytesFromTheLowBits() {
        ByteBuffer block = ByteBuffer.allocate(8);
        RefcountCodec.set(block, 0, 3, 1);
        assertEquals(0b1000, block.get(0));
        RefcountCodec.set(block, 2, 3, 9);
        assertEquals((byte) 0x90, block.get(1));
    }

    @Test
    void wideCountsAreBigEndian() {
        ByteBuffer block = ByteBuffer.allocate(16);
        RefcountCodec.set(block, 4, 1, 0x0102);
        assertEquals(0x0102_0000, block.getInt(0) << 16);
        assertEquals(1, block.get(RefcountCodec.byteOf(4, 1)));
    }
}
