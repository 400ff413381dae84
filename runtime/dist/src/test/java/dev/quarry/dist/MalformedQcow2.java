package dev.quarry.dist;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Images whose header, tables or other metadata are spoilt. */
final class MalformedQcow2 {
    private static final long OFFSET = 0x00ff_ffff_ffff_fe00L;

    private final Random random;
    private final Mutations mutations;
    private final List<byte[]> good = new ArrayList<>();

    /** Makes the good images that are spoilt later, and the base of one of them, in this folder. */
    MalformedQcow2(Random random, Path folder) throws IOException {
        this.random = random;
        this.mutations = new Mutations(random);
        add(folder, false, "-o", "compat=1.1");
        add(folder, false, "-o", "compat=0.10,cluster_size=4096");
        add(folder, true, "-o", "compat=1.1,cluster_size=16384");
        Images.create(folder.resolve("base.qcow2"), "qcow2", 1 << 20);
        add(folder, false, "-F", "qcow2", "-b", "base.qcow2", "-o", "cluster_size=8192");
    }

    private void add(Path folder, boolean snapshot, String... options) throws IOException {
        Path file = Images.create(folder.resolve("good.qcow2"), "qcow2", 1 << 20, options);
        Images.io("qcow2", file.toString(), "write -P 1 0 100k", "write -z 200k 100k");
        if (snapshot) {
            Tools.ok("qemu-img", "snapshot", "-c", "s", file.toString());
            Images.io("qcow2", file.toString(), "write -P 2 50k 100k");
        }
        good.add(Files.readAllBytes(file));
    }

    /** The bytes of one spoilt image. */
    byte[] next() {
        byte[] bytes = good.get(random.nextInt(good.size())).clone();
        for (int left = 1 + random.nextInt(3); left > 0; left--) {
            spoil(bytes);
        }
        return random.nextInt(20) == 0 ? mutations.cut(bytes) : bytes;
    }

    private void spoil(byte[] bytes) {
        var header = ByteBuffer.wrap(bytes);
        switch (random.nextInt(8)) {
            case 0, 1, 2 -> mutations.spoilField(bytes, 4, 112);
            case 3 -> mutations.spoilField(bytes, 100, 700);
            case 4 -> spoilTable(bytes, header.getLong(40));
            case 5 -> spoilTable(bytes, header.getLong(48));
            case 6 -> spoilTable(bytes, pointer(header, header.getLong(48)));
            default -> spoilTable(bytes, pointer(header, header.getLong(40)));
        }
    }

    /** Spoils an entry near the start of a table, as far as the file has one there. */
    private void spoilTable(byte[] bytes, long start) {
        if (start >= 0 && start < bytes.length - 8) {
            mutations.spoilField(bytes, (int) start, (int) start + 160);
        }
    }

    /** Where the first entry of the table at this offset points, or behind every file. */
    private static long pointer(ByteBuffer bytes, long table) {
        return table < 0 || table > bytes.capacity() - 8
                ? Long.MAX_VALUE
                : bytes.getLong((int) table) & OFFSET;
    }
}
