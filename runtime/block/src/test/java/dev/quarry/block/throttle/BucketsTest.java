package dev.quarry.block.throttle;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.quarry.qapi.generated.ThrottleLimits;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** How long requests wait: the cases of {@code waits.txt}, without a clock. */
class BucketsTest {
    private static final long MILLI = 1_000_000;
    private static final Pattern REQUEST = Pattern.compile("(?:(\\d+)\\*)?([rw])(\\d+)=(\\d+)");

    /** A case: its name, limits, and requests. */
    record Case(String name, String limits, String requests) {
        @Override
        public String toString() {
            return name;
        }
    }

    static List<Case> cases() throws IOException {
        List<Case> cases = new ArrayList<>();
        try (InputStream file = BucketsTest.class.getResourceAsStream("waits.txt")) {
            String text =
                    new String(Objects.requireNonNull(file).readAllBytes(), StandardCharsets.UTF_8)
                            .replaceAll("(?m)^#.*\n", "");
            for (String one : text.strip().split("\n\n+", -1)) {
                String[] name = one.split(":", 2);
                String[] sides = name[1].split("\\|", 2);
                cases.add(new Case(name[0], sides[0].strip(), sides[1].strip()));
            }
        }
        return cases;
    }

    @ParameterizedTest
    @MethodSource("cases")
    void waitAsLongAsTheyHaveTo(Case test) {
        long now = 5;
        Buckets buckets = new Buckets(limits(test.limits()), now);
        for (String word : test.requests().split(" +", -1)) {
            if (word.startsWith("+")) {
                now += Long.parseLong(word.substring(1)) * MILLI;
                continue;
            }
            Matcher request = REQUEST.matcher(word);
            assertEquals(true, request.matches(), word);
            int times = request.group(1) == null ? 1 : Integer.parseInt(request.group(1));
            Direction direction = word.contains("r") ? Direction.READ : Direction.WRITE;
            for (int i = 0; i < times; i++) {
                long nanos = buckets.nanosToWait(direction, now);
                assertEquals(Long.parseLong(request.group(4)), Math.round(nanos / 1e6), word);
                now += nanos;
                assertEquals(0, buckets.nanosToWait(direction, now) / 1_000, word);
                buckets.pour(direction, Long.parseLong(request.group(3)));
            }
        }
    }

    private static ThrottleLimits limits(String words) {
        ThrottleLimits.Builder limits = ThrottleLimits.builder();
        for (String word : words.isEmpty() ? new String[0] : words.split(",", -1)) {
            String[] sides = word.split("=", 2);
            long value = Long.parseLong(sides[1]);
            switch (sides[0]) {
                case "iops-total" -> limits.iopsTotal(value);
                case "iops-total-max" -> limits.iopsTotalMax(value);
                case "iops-total-max-length" -> limits.iopsTotalMaxLength(value);
                case "bps-total" -> limits.bpsTotal(value);
                case "bps-read" -> limits.bpsRead(value);
                case "bps-write" -> limits.bpsWrite(value);
                case "iops-size" -> limits.iopsSize(value);
                default -> throw new IllegalArgumentException(word);
            }
        }
        return limits.build();
    }
}
