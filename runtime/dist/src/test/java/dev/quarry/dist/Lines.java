package dev.quarry.dist;

import static java.nio.charset.StandardCharsets.UTF_8;

import org.jspecify.annotations.Nullable;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** The lines of a stream with a time limit on waiting for one. A line keeps its end mark. */
final class Lines {
    private static final String END = "";

    private final BlockingQueue<String> read = new LinkedBlockingQueue<>();
    private volatile String ending = "it was closed";

    Lines(InputStream stream) {
        Thread.ofVirtual().name("lines").start(() -> pump(new BufferedInputStream(stream)));
    }

    /** The next line; fails when none comes in time or the stream has ended. */
    String next(Duration limit) {
        String line = poll(limit);
        if (line == null || line.equals(END)) {
            throw new AssertionError(
                    line == null
                            ? "no line within " + limit
                            : "the stream ended before a line: " + ending);
        }
        return line;
    }

    /** Whether a line, or the end, has come that was not taken yet. */
    boolean hasNext() {
        return !read.isEmpty();
    }

    /** All lines up to the end of the stream. */
    List<String> rest(Duration limit) {
        List<String> all = new ArrayList<>();
        for (String line = poll(limit); !END.equals(line); line = poll(limit)) {
            if (line == null) {
                throw new AssertionError("no end of stream within " + limit + "; read " + all);
            }
            all.add(line);
        }
        return all;
    }

    private @Nullable String poll(Duration limit) {
        try {
            String line = read.poll(limit.toMillis(), TimeUnit.MILLISECONDS);
            if (END.equals(line)) {
                read.add(END); // whoever asks again finds the same end
            }
            return line;
        } catch (InterruptedException e) {
            throw new AssertionError("interrupted while waiting for a line", e);
        }
    }

    private void pump(InputStream stream) {
        var line = new ByteArrayOutputStream();
        try {
            for (int b = stream.read(); b >= 0; b = stream.read()) {
                line.write(b);
                if (b == '\n') {
                    read.add(line.toString(UTF_8));
                    line.reset();
                }
            }
        } catch (IOException e) {
            // A connection that broke ends as one that was closed; the reader sees the end.
            line.reset();
            ending = e.toString();
        }
        if (line.size() > 0) {
            read.add(line.toString(UTF_8));
        }
        read.add(END);
    }
}
