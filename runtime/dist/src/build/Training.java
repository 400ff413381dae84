import dev.quarry.block.image.Qcow2Image;
import dev.quarry.block.qcow2.CreateOptions;
import dev.quarry.nbd.NbdClient;
import dev.quarry.qmp.client.QmpClient;
import dev.quarry.qmp.codec.Encodable;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;

/**
 * Uses a daemon that is being trained as its clients will: what runs often here is compiled first
 * in every daemon that starts from the cache. A source file that "train" runs, in an empty folder,
 * with the package's jars as its class path.
 *
 * <p>Argument: the daemon's launcher.
 */
final class Training {
    private static final int MIB = 1 << 20;
    private static final int BLOCK = 4 << 10;
    private static final int CHUNK = 64 << 10;
    private static final int DISK = 64 * MIB;
    private static final int LARGE_REQUESTS = 256;
    private static final int SMALL_REQUESTS = 8_000;
    private static final int ROUND_TRIPS = 4_000;

    private final QmpClient qmp;
    private final Random random = new Random(1);

    private Training(QmpClient qmp) {
        this.qmp = qmp;
    }

    public static void main(String[] args) throws IOException, InterruptedException {
        Path socket = Path.of("qmp.sock");
        Process daemon = start(args[0], socket);
        try {
            while (!Files.exists(socket) && daemon.isAlive()) {
                Thread.sleep(10);
            }
            try (QmpClient qmp = QmpClient.connect(socket)) {
                Training training = new Training(qmp);
                training.monitor();
                training.disks();
                training.execute("quit", "{}");
            }
            if (daemon.waitFor() != 0) {
                throw new IllegalStateException("the daemon ended with " + daemon.exitValue());
            }
        } finally {
            daemon.destroyForcibly();
        }
    }

    /** With two monitors: what comes on standard input, and the one that is trained by. */
    private static Process start(String program, Path socket) throws IOException {
        Path commands = Path.of("commands");
        Files.writeString(commands, "{'execute': 'qmp_capabilities'} {'execute': 'query-block'}");
        return new ProcessBuilder(
                        program,
                        "--blockdev=null-co,node-name=n",
                        "--chardev=socket,path=" + socket + ",server=on,wait=off,id=c",
                        "--monitor=chardev=c",
                        "--chardev=stdio,id=s",
                        "--monitor=chardev=s")
                .redirectInput(commands.toFile())
                .redirectOutput(Redirect.DISCARD)
                .redirectError(Redirect.INHERIT)
                .start();
    }

    /** Round trips, pipelined commands, and nodes that come and go. */
    private void monitor() {
        for (int i = 0; i < ROUND_TRIPS; i++) {
            execute("query-version", "{}");
        }
        Stream.generate(() -> qmp.executeAsync("query-version", Encodable.EMPTY))
                .limit(ROUND_TRIPS)
                .toList()
                .forEach(CompletableFuture::join);
        for (int i = 0; i < ROUND_TRIPS / 8; i++) {
            execute("blockdev-add", "{'driver': 'null-co', 'node-name': 'pair'}");
            execute("blockdev-del", "{'node-name': 'pair'}");
        }
        for (int i = 0; i < ROUND_TRIPS / 40; i++) {
            execute("query-named-block-nodes", "{}");
        }
    }

    private void disks() throws IOException {
        try (FileChannel file =
                FileChannel.open(
                        Path.of("disk.raw"), StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
            file.write(ByteBuffer.allocate(1), DISK - 1);
        }
        Qcow2Image.create(Path.of("disk.qcow2"), CreateOptions.ofSize(DISK));
        execute("nbd-server-start", "{'addr': {'type': 'unix', 'data': {'path': 'nbd.sock'}}}");
        for (String format : new String[] {"raw", "qcow2"}) {
            for (String mode : new String[] {"off", "on", "unmap"}) {
                disk(format, mode);
            }
        }
        execute("nbd-server-stop", "{}");
    }

    private void disk(String format, String mode) {
        execute(
                "blockdev-add",
                """
                {'driver': '%1$s', 'node-name': 'disk', 'discard': 'unmap', 'detect-zeroes': '%2$s',
                 'file': {'driver': 'file', 'filename': 'disk.%1$s', 'discard': 'unmap'}}
                """
                        .formatted(format, mode));
        execute(
                "block-export-add",
                "{'type': 'nbd', 'id': 'e', 'node-name': 'disk', 'writable': true}");
        try (NbdClient disk = NbdClient.connect(UnixDomainSocketAddress.of("nbd.sock"), "disk")) {
            large(disk);
            small(disk);
            zeroes(disk);
        }
        execute("block-export-del", "{'id': 'e', 'mode': 'hard'}");
        execute("blockdev-del", "{'node-name': 'disk'}");
    }

    private void large(NbdClient disk) {
        ByteBuffer zeros = ByteBuffer.allocateDirect(MIB);
        ByteBuffer data = ByteBuffer.allocateDirect(MIB);
        for (int at = 0; at < MIB; at++) {
            data.put(at, (byte) (at + 1));
        }
        for (int i = 0; i < LARGE_REQUESTS; i++) {
            long offset = (long) i * MIB % DISK;
            disk.write(offset, data.clear(), false);
            disk.read(offset, data.clear());
            disk.write(offset, zeros.clear(), false);
        }
    }

    private void small(NbdClient disk) {
        ByteBuffer block = ByteBuffer.allocateDirect(BLOCK).put(0, (byte) 1);
        for (int i = 0; i < SMALL_REQUESTS; i++) {
            disk.write(random(BLOCK), block.clear(), false);
            disk.read(random(BLOCK), block.clear());
        }
        disk.flush();
    }

    private void zeroes(NbdClient disk) {
        for (int i = 0; i < SMALL_REQUESTS / 4; i++) {
            disk.writeZeroes(random(CHUNK), CHUNK, true, false, false);
            disk.writeZeroes(random(CHUNK), CHUNK, false, false, false);
            disk.trim(random(CHUNK), CHUNK);
            disk.extents(random(CHUNK), CHUNK);
        }
    }

    private long random(int unit) {
        return (long) random.nextInt(DISK / unit) * unit;
    }

    private void execute(String command, String arguments) {
        String json = arguments.replace('\'', '"');
        Encodable raw = out -> out.writeRawValue(json);
        qmp.execute(command, raw);
    }
}
