package dev.quarry.posix;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

import java.nio.ByteBuffer;

class ZeroScanTest {
    @Test
    void everySingleByteIsSeen() {
        for (int size = 0; size <= 130; size++) {
            for (ByteBuffer buffer :
                    new ByteBuffer[] {ByteBuffer.allocate(size), ByteBuffer.allocateDirect(size)}) {
                assertTrue(ZeroScan.isZero(buffer));
                for (int at = 0; at < size; at++) {
                    buffer.put(at, (byte) -128);
                    assertFalse(ZeroScan.isZero(buffer), size + " bytes, at " + at);
                    buffer.put(at, (byte) 0);
                }
            }
        }
    }

    @Test
    void onlyWhatRemainsCounts() {
        ByteBuffer buffer = ByteBuffer.allocate(100);
        buffer.put(9, (byte) 1).put(90, (byte) 1).position(10).limit(90);
        assertTrue(ZeroScan.isZero(buffer));
        assertEquals(10, buffer.position());
        assertTrue(ZeroScan.isZero(buffer.asReadOnlyBuffer()));
        assertFalse(ZeroScan.isZero(buffer.position(9)));
        assertFalse(ZeroScan.isZero(buffer.position(10).limit(91)));
    }
}
