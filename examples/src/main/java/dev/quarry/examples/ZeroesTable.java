package dev.quarry.examples;

import dev.quarry.block.image.Qcow2Image;
import dev.quarry.block.qcow2.CreateOptions;
import dev.quarry.nbd.NbdClient;
import dev.quarry.qapi.generated.BlockDeviceInfo;
import dev.quarry.qapi.generated.BlockExportDelArguments;
import dev.quarry.qapi.generated.BlockExportOptions;
import dev.quarry.qapi.generated.BlockInfo;
import dev.quarry.qapi.generated.BlockdevDelArguments;
import dev.quarry.qapi.generated.BlockdevDetectZeroesOptions;
import dev.quarry.qapi.generated.BlockdevDiscardOptions;
import dev.quarry.qapi.generated.BlockdevOptions;
import dev.quarry.qapi.generated.BlockdevRef;
import dev.quarry.qapi.generated.NbdServerStartArguments;
import dev.quarry.qapi.generated.QapiClient;
import dev.quarry.qapi.generated.SocketAddressLegacy;
import dev.quarry.qapi.generated.UnixSocketAddress;

import java.net.UnixDomainSocketAddress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * What the modes do to a qcow2 image: the same writes over NBD for each, then what the daemon
 * reports.
 */
final class ZeroesTable {
    private static final String NODE = "image";
    private static final String EXPORT = "export";
    private static final String SOCKET = "nbd.sock";
    private static final double NANOS = 1e9;

    private final QapiClient qapi;
    private final Path folder;

    ZeroesTable(QapiClient qapi, Path folder) {
        this.qapi = qapi;
        this.folder = folder;
    }

    void run() {
        Console.title(
                "Over NBD: a qcow2 image for each mode gets the same writes, after a warm-up"
                        + " round");
        UnixSocketAddress address = UnixSocketAddress.builder().path(SOCKET).build();
        qapi.nbdServerStart(
                NbdServerStartArguments.builder()
                        .addr(SocketAddressLegacy.Unix.builder().data(address).build())
                        .build());
        measure("warm-up", BlockdevDetectZeroesOptions.ON); // not counted: the JVM compiles
        List<String> rows = new ArrayList<>();
        for (BlockdevDetectZeroesOptions mode : BlockdevDetectZeroesOptions.values()) {
            rows.add(measure(mode.wireName(), mode));
        }
        qapi.nbdServerStop();
        Console.title(Writes.DESCRIPTION);
        Console.line("mode    seconds   MiB/s   allocated bytes   detect_zeroes");
        rows.forEach(Console::line);
    }

    private String measure(String name, BlockdevDetectZeroesOptions mode) {
        String file = name + ".qcow2";
        Qcow2Image.create(folder.resolve(file), CreateOptions.ofSize(Writes.DISK_BYTES));
        export(file, mode);
        double seconds = write() / NANOS;
        BlockDeviceInfo info = report();
        qapi.blockExportDel(BlockExportDelArguments.builder().id(EXPORT).build());
        qapi.blockdevDel(new BlockdevDelArguments(NODE));
        return "%-6s %8.2f %7.0f %,17d   %s"
                .formatted(
                        mode.wireName(),
                        seconds,
                        Writes.ZERO_MIB / seconds,
                        info.image().actualSize(),
                        info.detectZeroes().wireName());
    }

    private void export(String file, BlockdevDetectZeroesOptions mode) {
        qapi.blockdevAdd(
                BlockdevOptions.Qcow2.builder()
                        .nodeName(NODE)
                        .discard(BlockdevDiscardOptions.UNMAP)
                        .detectZeroes(mode)
                        .file(
                                new BlockdevRef.Definition(
                                        BlockdevOptions.File.builder().filename(file).build()))
                        .build());
        qapi.blockExportAdd(
                BlockExportOptions.Nbd.builder().id(EXPORT).nodeName(NODE).writable(true).build());
    }

    /** Returns the nanoseconds that the zeros took. */
    private long write() {
        var server = UnixDomainSocketAddress.of(folder.resolve(SOCKET));
        try (NbdClient disk = NbdClient.connect(server, NODE)) {
            Writes writes = new Writes(disk);
            writes.data();
            long nanos = writes.zeros();
            writes.check();
            return nanos;
        }
    }

    private BlockDeviceInfo report() {
        List<BlockInfo> devices = qapi.queryBlock();
        return Objects.requireNonNull(devices.getFirst().inserted(), "a device has its medium");
    }
}
