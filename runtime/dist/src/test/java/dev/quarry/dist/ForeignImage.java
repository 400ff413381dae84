package dev.quarry.dist;

import java.io.IOException;
import java.nio.file.Path;

/**
 * A qcow2 image as the reference tools make it, with one of the format's less common features.
 *
 * @see #make
 */
enum ForeignImage {
    TINY_CLUSTERS(Served.WRITE, "cluster_size=512"),
    HUGE_CLUSTERS(Served.WRITE, "cluster_size=2M"),
    NARROW_REFCOUNTS(Served.WRITE, "refcount_bits=1"),
    WIDE_REFCOUNTS(Served.WRITE, "refcount_bits=64"),
    LAZY_REFCOUNTS(Served.WRITE, "lazy_refcounts=on"),
    PREALLOCATED_METADATA(Served.WRITE, "preallocation=metadata"),
    PREALLOCATED_SPACE(Served.WRITE, "preallocation=falloc"),
    OLD_VERSION(Served.WRITE, "compat=0.10"),
    CHAIN(Served.WRITE, "cluster_size=8192"),
    COMPRESSED(Served.WRITE, "compat=1.1"),
    SNAPSHOT(Served.WRITE, "compat=1.1"),
    BITMAP(Served.READ, "compat=1.1"),
    EXTENDED_L2(Served.READ, "extended_l2=on"),
    DATA_FILE(Served.REFUSED, "data_file=data.raw"),
    ENCRYPTED(Served.REFUSED, "encrypt.format=luks,encrypt.key-secret=s");

    /** Size of the disks in bytes. */
    static final int SIZE = 3 << 20;

    private static final String[] DATA = {"write -P 7 5k 900k", "write -z 300k 200k"};

    /** How far the daemon has to serve an image; it may do more. */
    enum Served {
        REFUSED,
        READ,
        WRITE
    }

    private final Served served;
    private final String options;

    ForeignImage(Served served, String options) {
        this.served = served;
        this.options = options;
    }

    /** What the daemon has to do at least with such an image. */
    Served served() {
        return served;
    }

    /** Makes the image, and what it needs beside it, in this folder. */
    Path make(Path folder) throws IOException {
        Path image = folder.resolve("foreign.qcow2");
        switch (this) {
            case CHAIN -> chain(folder, image);
            case ENCRYPTED -> encrypted(image);
            default -> Images.create(image, "qcow2", SIZE, "-o", optionsIn(folder));
        }
        if (this != ENCRYPTED) {
            Images.io("qcow2", image.toString(), DATA);
        }
        finish(image);
        return image;
    }

    private String optionsIn(Path folder) {
        return options.replace("data_file=", "data_file=" + folder + "/");
    }

    private void chain(Path folder, Path image) {
        Path bottom = Images.create(folder.resolve("bottom.raw"), "raw", SIZE / 2);
        Images.io("raw", bottom.toString(), "write -P 1 0 1M");
        Path middle = folder.resolve("middle.qcow2");
        Images.create(middle, "qcow2", SIZE, "-F", "raw", "-b", "bottom.raw");
        Images.io("qcow2", middle.toString(), "write -P 2 800k 900k");
        Images.create(image, "qcow2", SIZE, "-F", "qcow2", "-b", "middle.qcow2", "-o", options);
    }

    private void encrypted(Path image) {
        Tools.ok(
                "qemu-img",
                "create",
                "-q",
                "-f",
                "qcow2",
                "--object",
                "secret,id=s,data=key",
                "-o",
                options + ",encrypt.iter-time=10",
                image.toString(),
                Integer.toString(SIZE));
    }

    private void finish(Path image) {
        String file = image.toString();
        switch (this) {
            case COMPRESSED ->
                    Images.io("qcow2", file, "write -c -P 9 1M 64k", "write -c -P 8 1088k 64k");
            case SNAPSHOT -> {
                Tools.ok("qemu-img", "snapshot", "-c", "s", file);
                Images.io("qcow2", file, "write -P 3 100k 300k");
            }
            case BITMAP -> Tools.ok("qemu-img", "bitmap", "--add", "-f", "qcow2", file, "b");
            default -> {}
        }
    }
}
