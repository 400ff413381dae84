package dev.quarry.block.qcow2;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Random;

/** Clusters come back as they were; what is no packed cluster is told as such. */
class ClusterCodecTest {
    private static final int CLUSTER = 1 << 16;

    private final Random random = new Random(Seeds.seed());

    @ParameterizedTest
    @ValueSource(ints = {Qcow2Header.ZLIB, Qcow2Header.ZSTD})
    void aClusterComesBackWhateverFollowsIt(int type) {
        ClusterCodec codec = ClusterCodec.of(type);
        for (int values = 1; values < 64; values += 3) {
            byte[] cluster = cluster(values);
            ByteBuffer packed = codec.pack(cluster);
            assertNotNull(packed, "values " + values);
            assertTrue(packed.remaining() < CLUSTER);
            byte[] stored = garbage(packed.remaining() + 600);
            packed.get(0, stored, 0, packed.remaining());
            assertArrayEquals(cluster, codec.unpack(stored, CLUSTER), "seed " + Seeds.seed());
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {Qcow2Header.ZLIB, Qcow2Header.ZSTD})
    void whatDoesNotShrinkIsNotPacked(int type) {
        assertNull(ClusterCodec.of(type).pack(garbage(CLUSTER)));
    }

    @ParameterizedTest
    @ValueSource(ints = {Qcow2Header.ZLIB, Qcow2Header.ZSTD})
    void damageIsToldOrShows(int type) {
        ClusterCodec codec = ClusterCodec.of(type);
        ByteBuffer packed = codec.pack(cluster(5));
        assertNotNull(packed);
        for (int round = 0; round < 2000; round++) {
            byte[] stored = new byte[packed.remaining()];
            packed.get(packed.position(), stored);
            damage(stored);
            byte[] cluster = codec.unpack(stored, CLUSTER);
            assertTrue(cluster == null || cluster.length == CLUSTER);
        }
        assertNull(codec.unpack(new byte[CLUSTER], CLUSTER));
        assertNull(codec.unpack(new byte[0], CLUSTER));
    }

    private void damage(byte[] stored) {
        int most = random.nextBoolean() ? 24 : stored.length;
        for (int i = 1 + random.nextInt(4); i > 0; i--) {
            stored[random.nextInt(most)] = (byte) random.nextInt();
        }
        if (random.nextInt(4) == 0) {
            Arrays.fill(stored, random.nextInt(stored.length), stored.length, (byte) 0);
        }
    }

    private byte[] cluster(int values) {
        byte[] cluster = new byte[CLUSTER];
        for (int i = 0; i < CLUSTER; i++) {
            cluster[i] = (byte) random.nextInt(values);
        }
        return cluster;
    }

    private byte[] garbage(int bytes) {
        byte[] garbage = new byte[bytes];
        random.nextBytes(garbage);
        return garbage;
    }
}
