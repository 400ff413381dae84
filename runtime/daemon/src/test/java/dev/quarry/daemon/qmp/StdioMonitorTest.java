package dev.quarry.daemon.qmp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** The monitor on a pair of streams. */
class StdioMonitorTest {
    private final CountDownLatch quit = new CountDownLatch(1);
    private final TestCommands commands = new TestCommands(quit::countDown);
    private final PipedOutputStream input = new PipedOutputStream();
    private final PipedInputStream output = new PipedInputStream(1 << 16);
    private final BufferedReader replies =
            new BufferedReader(new InputStreamReader(output, StandardCharsets.US_ASCII));

    @BeforeEach
    void start() throws IOException {
        OutputStream out = new PipedOutputStream(output);
        PipedInputStream in = new PipedInputStream(input, 1 << 16);
        StdioMonitor.start(commands.service(), new SessionOptions(false, false), in, out);
    }

    @Test
    void speaksTheSameProtocol() throws IOException {
        assertTrue(replies.readLine().startsWith("{\"QMP\""));
        send("{'execute':'qmp_capabilities'}{'execute':'echo','id':1}");
        assertEquals("{\"return\": {}}", replies.readLine());
        assertEquals("{\"return\": {}, \"id\": 1}", replies.readLine());
        send("{'execute':'boom','id':2}\n");
        assertTrue(replies.readLine().startsWith("{\"id\": 2, \"error\""));
    }

    @Test
    void theEndOfTheInputIsNotTheEndOfTheProcess() throws Exception {
        send("{'execute':'qmp_capabilities'}{'execute':'wait','id':1}{'execute':'echo','id':2}");
        input.close();
        replies.readLine();
        replies.readLine();
        commands.released.release();
        assertEquals("{\"return\": {}, \"id\": 1}", replies.readLine());
        assertEquals("{\"return\": {}, \"id\": 2}", replies.readLine());
        assertFalse(quit.await(100, TimeUnit.MILLISECONDS));
    }

    @Test
    void quitIsAnsweredBeforeItIsTold() throws Exception {
        replies.readLine();
        send("{'execute':'qmp_capabilities'}{'execute':'quit','id':1}{'execute':'echo'}");
        replies.readLine();
        assertEquals("{\"return\": {}, \"id\": 1}", replies.readLine());
        assertTrue(quit.await(20, TimeUnit.SECONDS));
    }

    @Test
    void aLongPipelineIsHeldBackAndAnsweredInOrder() throws Exception {
        Thread sender =
                Thread.ofPlatform()
                        .start(() -> {
                            try {
                                send("{'execute':'qmp_capabilities'}");
                                for (int i = 0; i < 20_000; i++) {
                                    send("{'execute':'echo','id':" + i + "}\n");
                                }
                            } catch (IOException e) {
                                throw new IllegalStateException(e);
                            }
                        });
        replies.readLine();
        replies.readLine();
        for (int i = 0; i < 20_000; i++) {
            assertEquals("{\"return\": {}, \"id\": " + i + "}", replies.readLine());
        }
        sender.join();
    }

    private void send(String text) throws IOException {
        input.write(text.getBytes(StandardCharsets.UTF_8));
        input.flush();
    }
}
