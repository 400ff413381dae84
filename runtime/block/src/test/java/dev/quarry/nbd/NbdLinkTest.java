package dev.quarry.nbd;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.quarry.testing.Seed;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/** A server that goes away, comes back, comes back as another one, or falls silent. */
@Timeout(60)
class NbdLinkTest {
    private static final int SIZE = 1 << 20;
    private static final Duration PATIENT = Duration.ofSeconds(50);

    @TempDir Path folder;

    private final MemoryDisk disk = new MemoryDisk(SIZE);

    @Test
    void requestsUnderWayAreMadeAgainWhenTheServerComesBack() throws Exception {
        Seed seed = Seed.next();
        byte[] model = new byte[SIZE];
        AtomicBoolean over = new AtomicBoolean();
        NbdServer server = serving(disk);
        try (NbdLink link = open(PATIENT)) {
            CompletableFuture<?>[] users = new CompletableFuture<?>[4];
            for (int i = 0; i < users.length; i++) {
                int part = i;
                users[i] =
                        CompletableFuture.runAsync(
                                () -> use(link, model, part, over, seed),
                                work -> Thread.ofPlatform().start(work));
            }
            for (int i = 0; i < 20; i++) {
                Thread.sleep(30);
                server.close();
                server = serving(disk);
            }
            over.set(true);
            CompletableFuture.allOf(users).get();
        } finally {
            server.close();
        }
        assertArrayEquals(model, disk.snapshot(), seed::toString);
    }

    /** Writes, zeroes and reads one quarter of the disk. */
    private static void use(NbdLink link, byte[] model, int part, AtomicBoolean over, Seed seed) {
        Random random = seed.random(part);
        while (!over.get()) {
            int bytes = 1 + random.nextInt(20_000);
            int at = part * (SIZE / 4) + random.nextInt(SIZE / 4 - bytes);
            if (random.nextBoolean()) {
                byte[] data = new byte[bytes];
                random.nextBytes(data);
                call(link, client -> client.write(at, ByteBuffer.wrap(data), false));
                System.arraycopy(data, 0, model, at, bytes);
            }
            ByteBuffer got = ByteBuffer.allocate(bytes);
            call(link, client -> client.read(at, got.clear()));
            assertArrayEquals(
                    Arrays.copyOfRange(model, at, at + bytes), got.array(), seed::toString);
        }
    }

    @Test
    void withoutDelayARequestFailsAtOnceAndALaterOneFindsTheServer() throws Exception {
        NbdServer server = serving(disk);
        try (NbdLink link = open(Duration.ZERO)) {
            server.close();
            assertLost(link);
            assertLost(link);
            try (NbdServer _ = serving(disk)) {
                awaitService(link);
            }
        }
    }

    @Test
    void requestsWaitAsLongAsSaidAndThenFailAtOnce() throws Exception {
        Duration delay = Duration.ofMillis(700);
        NbdServer server = serving(disk);
        try (NbdLink link = open(delay)) {
            server.close();
            long begin = System.nanoTime();
            assertLost(link);
            Duration first = Duration.ofNanos(System.nanoTime() - begin);
            assertTrue(first.compareTo(delay) >= 0 && first.toSeconds() < 10, first::toString);
            begin = System.nanoTime();
            assertLost(link);
            Duration next = Duration.ofNanos(System.nanoTime() - begin);
            assertTrue(next.compareTo(delay) < 0, next::toString);
            try (NbdServer _ = serving(disk)) {
                awaitService(link);
            }
        }
    }

    @Test
    void anotherDiskIsNotTakenForTheOneBefore() throws Exception {
        NbdServer server = serving(disk);
        try (NbdLink link = open(Duration.ofMillis(300))) {
            server.close();
            try (NbdServer _ = serving(new MemoryDisk(SIZE / 2))) {
                NbdException e = assertLost(link);
                assertTrue(e.getMessage().contains("another size"), e.getMessage());
            }
            try (NbdServer _ =
                    TestServer.unix(folder, TestServer.readOnly("d", new MemoryDisk(SIZE)))) {
                assertLost(link);
            }
            try (NbdServer _ = serving(disk)) {
                awaitService(link);
            }
        }
    }

    @Test
    void whoIsInAHurryWaitsForASilentServerOnlySoLong() throws Exception {
        SilentDisk silent = new SilentDisk();
        try (NbdServer server = serving(silent);
                NbdLink link = open(PATIENT)) {
            var read = CompletableFuture.supplyAsync(() -> assertLost(link));
            silent.awaitRequest();
            long begin = System.nanoTime();
            Runnable end = link.hurry(Duration.ofMillis(200));
            NbdException e = read.get();
            end.run();
            Duration took = Duration.ofNanos(System.nanoTime() - begin);
            assertTrue(took.toMillis() >= 200 && took.toSeconds() < 10, took::toString);
            assertTrue(e.getMessage().contains("did not answer"), e.getMessage());
            silent.speak();
            awaitService(link);
            assertEquals(1, server.exports().all().size());
        }
    }

    @Test
    void aRequestThatWaitsForTheServerEndsWhenSomebodyHurries() throws Exception {
        NbdServer server = serving(disk);
        try (NbdLink link = open(Duration.ofHours(1))) {
            server.close();
            var read = CompletableFuture.supplyAsync(() -> assertLost(link));
            Runnable end = link.hurry(Duration.ofMillis(100));
            read.get();
            end.run();
        }
    }

    @Test
    void closingEndsRequestsThatWait() throws Exception {
        NbdServer server = serving(disk);
        NbdLink link = open(Duration.ofHours(1));
        server.close();
        var read = CompletableFuture.supplyAsync(() -> assertLost(link));
        Thread.sleep(50);
        link.close();
        read.get();
        assertLost(link);
    }

    @Test
    void aServerThatNeverSaysHelloIsGivenUp() throws Exception {
        Path socket = folder.resolve("nbd.sock");
        try (ServerSocketChannel mute = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            mute.bind(UnixDomainSocketAddress.of(socket));
            NbdEndpoint endpoint = NbdEndpoint.of(UnixDomainSocketAddress.of(socket));
            NbdException e =
                    assertThrows(
                            NbdException.class,
                            () ->
                                    NbdClient.connect(
                                            endpoint,
                                            "d",
                                            List.of("base:allocation"),
                                            Duration.ofMillis(100)));
            assertTrue(e.getMessage().contains("100 ms"), e.getMessage());
            try (SocketChannel accepted = mute.accept()) {
                assertEquals(-1, accepted.read(ByteBuffer.allocate(1)));
            }
        }
    }

    private static NbdException assertLost(NbdLink link) {
        ByteBuffer into = ByteBuffer.allocate(512);
        NbdException e =
                assertThrows(NbdException.class, () -> call(link, c -> c.read(0, into.clear())));
        assertEquals(NbdError.EIO, e.error());
        return e;
    }

    private static void awaitService(NbdLink link) throws InterruptedException {
        ByteBuffer into = ByteBuffer.allocate(512);
        for (int i = 0; i < 1000; i++) {
            try {
                call(link, client -> client.read(0, into.clear()));
                return;
            } catch (NbdException notYet) {
                Thread.sleep(10);
            }
        }
        throw new AssertionError("the server is not found again");
    }

    private static void call(NbdLink link, Consumer<NbdClient> request) {
        link.call(client -> {
            request.accept(client);
            return true;
        });
    }

    private NbdServer serving(NbdDisk served) throws IOException {
        return TestServer.unix(folder, TestServer.writable("d", served));
    }

    private NbdLink open(Duration delay) {
        Path socket = folder.resolve("nbd.sock");
        assertTrue(Files.exists(socket));
        NbdEndpoint server = NbdEndpoint.of(UnixDomainSocketAddress.of(socket));
        return NbdLink.open(NbdLinkSettings.of(server, "d").withReconnectDelay(delay));
    }

    /** Does not answer reads until it is told to. */
    private static final class SilentDisk extends MemoryDisk {
        private final CompletableFuture<Boolean> asked = new CompletableFuture<>();
        private final CompletableFuture<Boolean> spoken = new CompletableFuture<>();

        SilentDisk() {
            super(SIZE);
        }

        void awaitRequest() {
            asked.join();
        }

        void speak() {
            spoken.complete(true);
        }

        @Override
        @SuppressWarnings("UnsynchronizedOverridesSynchronized")
        public NbdExtent extent(long offset, long length) {
            asked.complete(true);
            spoken.join();
            return super.extent(offset, length);
        }
    }
}
