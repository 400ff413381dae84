package dev.quarry.dist;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.util.Random;

/** What an NBD server must bear: broken negotiations and broken requests. */
final class MalformedNbdInput {
    private static final long IHAVEOPT = 0x49484156454F5054L;
    private static final int GO = 7;

    private final Random random;
    private final Mutations mutations;
    private final String export;
    private final int size;

    /**
     * @param export the export that may suffer
     * @param size its size in bytes
     */
    MalformedNbdInput(Random random, String export, int size) {
        this.random = random;
        this.mutations = new Mutations(random);
        this.export = export;
        this.size = size;
    }

    /** What a client sends on one connection; the server's part is not waited for. */
    byte[] next() {
        var bytes = ByteBuffer.allocate(1 << 20);
        switch (random.nextInt(7)) {
            case 0 -> bytes.put(mutations.noise(500));
            case 1 -> bytes.put(mutations.cut(good()));
            case 2 -> badOptions(bytes);
            case 3, 4 -> badRequests(bytes);
            default -> bytes.put(mutations.of(good()));
        }
        byte[] all = new byte[bytes.position()];
        bytes.get(0, all);
        return all;
    }

    /** A whole conversation that is right. */
    private byte[] good() {
        var bytes = ByteBuffer.allocate(1 << 18).putInt(3);
        option(bytes, 8, new byte[0]);
        option(bytes, 3, new byte[0]);
        option(bytes, 10, metaContext());
        option(bytes, GO, exportName());
        for (int handle = 0; handle < 6; handle++) {
            bytes.put(goodRequest().encode(handle));
        }
        bytes.put(NbdRequest.bare(NbdRequest.DISCONNECT, 0, 0, 0).encode(9));
        byte[] all = new byte[bytes.position()];
        bytes.get(0, all);
        return all;
    }

    private NbdRequest goodRequest() {
        int offset = random.nextInt(size / 2);
        return switch (random.nextInt(5)) {
            case 0 -> NbdRequest.write(0, offset, mutations.noise(9000));
            case 1 -> NbdRequest.bare(NbdRequest.WRITE_ZEROES, 0, offset, 70_000);
            case 2 -> NbdRequest.bare(NbdRequest.TRIM, 0, offset, 70_000);
            case 3 -> NbdRequest.bare(7, 0, offset, 70_000);
            default -> NbdRequest.read(offset, 1 + random.nextInt(70_000));
        };
    }

    /** Options with numbers, lengths and contents that do not fit, of a client with odd flags. */
    private void badOptions(ByteBuffer bytes) {
        bytes.putInt(random.nextInt(4) == 0 ? (int) mutations.interesting() : 3);
        for (int left = 1 + random.nextInt(8); left > 0; left--) {
            byte[] data = random.nextBoolean() ? mutations.of(exportName()) : mutations.noise(60);
            bytes.putLong(random.nextInt(10) == 0 ? mutations.interesting() : IHAVEOPT);
            bytes.putInt(
                    random.nextInt(3) == 0 ? (int) mutations.interesting() : random.nextInt(12));
            bytes.putInt(random.nextInt(3) == 0 ? (int) mutations.interesting() : data.length);
            bytes.put(data);
        }
    }

    /** Requests behind a good negotiation, with fields that do not fit. */
    private void badRequests(ByteBuffer bytes) {
        bytes.putInt(3);
        option(bytes, GO, exportName());
        for (int left = 1 + random.nextInt(20); left > 0; left--) {
            bytes.put(badRequest().encode(mutations.interesting()));
            if (random.nextInt(30) == 0) {
                bytes.put(mutations.noise(40));
            }
        }
    }

    private NbdRequest badRequest() {
        int type = random.nextInt(4) == 0 ? (int) mutations.interesting() : random.nextInt(9);
        int flags = random.nextInt(3) == 0 ? (int) mutations.interesting() : 0;
        long offset = random.nextBoolean() ? mutations.interesting() : random.nextInt(size);
        int length = random.nextBoolean() ? (int) mutations.interesting() : random.nextInt(9000);
        byte[] payload = new byte[type == NbdRequest.WRITE ? Math.clamp(length, 0, 9000) : 0];
        return new NbdRequest(type, flags, offset, length, ByteBuffer.wrap(payload));
    }

    private static void option(ByteBuffer bytes, int option, byte[] data) {
        bytes.putLong(IHAVEOPT).putInt(option).putInt(data.length).put(data);
    }

    private byte[] exportName() {
        byte[] name = export.getBytes(UTF_8);
        return ByteBuffer.allocate(6 + name.length)
                .putInt(name.length)
                .put(name)
                .putShort((short) 0)
                .array();
    }

    private byte[] metaContext() {
        byte[] name = export.getBytes(UTF_8);
        byte[] query = "base:allocation".getBytes(UTF_8);
        return ByteBuffer.allocate(12 + name.length + query.length)
                .putInt(name.length)
                .put(name)
                .putInt(1)
                .putInt(query.length)
                .put(query)
                .array();
    }
}
