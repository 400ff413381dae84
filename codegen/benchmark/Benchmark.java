import dev.quarry.qapi.Main;

import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.LongSupplier;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * Times schema → code: our compiler in a new process, QEMU's likewise and in turn with it, ours
 * warm in this process. Every run finds its output there and the same, as a second build does.
 */
@Command(name = "benchmark", mixinStandardHelpOptions = true)
public final class Benchmark implements Runnable {
    private static final double DOCUMENTED_SECONDS = 1.2;
    private static final int WARM_UPS = 60;

    @Parameters(hidden = true)
    private Path qapi;

    @Option(names = "--schema", required = true, description = "root file of the schema")
    private Path schema;

    @Option(names = "--qapi-gen", description = "QEMU's scripts/qapi-gen.py, to be run beside")
    private Optional<Path> qapiGen = Optional.empty();

    @Option(names = "--runs", defaultValue = "10", description = "default: ${DEFAULT-VALUE}")
    private int runs;

    public static void main(String[] arguments) {
        System.exit(new CommandLine(new Benchmark()).execute(arguments));
    }

    @Override
    public void run() {
        try {
            Path work = Files.createTempDirectory("qapi-benchmark");
            try {
                measure(work);
            } finally {
                delete(work);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void measure(Path work) {
        System.out.printf(
                "%s, %d processors, %s, JDK %s, load %.1f%n",
                LocalDate.now(),
                Runtime.getRuntime().availableProcessors(),
                System.getProperty("os.name") + " " + System.getProperty("os.version"),
                Runtime.version(),
                ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage());
        List<String> ours = List.of(qapi + "", "java", "--out", work + "/java", schema + "");
        long[] cold = new long[runs];
        long[] peer = new long[qapiGen.isPresent() ? runs : 0];
        for (int i = -1; i < runs; i++) {
            long own = process(ours);
            long other = qapiGen.map(script -> process(peer(script, work))).orElse(0L);
            if (i >= 0) {
                cold[i] = own;
                if (peer.length > 0) {
                    peer[i] = other;
                }
            }
        }
        LongSupplier warm = () -> inProcess(List.of("java", "--out", work + "/java", schema + ""));
        for (int i = 0; i < WARM_UPS; i++) {
            warm.getAsLong();
        }
        long[] hot = LongStream.generate(warm).limit(runs).toArray();

        double reference = peer.length == 0 ? DOCUMENTED_SECONDS : median(peer);
        System.out.printf("median of %d runs       seconds   ratio (wanted)%n", runs);
        System.out.printf(
                "qapi-gen.py, %-11s %6.2f%n",
                peer.length == 0 ? "documented" : "measured", reference);
        line("qapi, new process", cold, reference, 1.5);
        line("qapi, warm", hot, reference, 0.25);
    }

    private static void line(String what, long[] nanos, double reference, double wanted) {
        double seconds = median(nanos);
        System.out.printf(
                "%-23s %7.2f   %5.2f (%.2f)%n", what, seconds, seconds / reference, wanted);
    }

    private List<String> peer(Path script, Path work) {
        String out = work.resolve("c").toString();
        return List.of("python3", "-B", script.toString(), "-o", out, "-b", schema.toString());
    }

    /** The nanoseconds that a process takes. */
    private static long process(List<String> command) {
        try {
            if (command.contains("-o")) {
                Files.createDirectories(Path.of(command.get(command.indexOf("-o") + 1)));
            }
            long start = System.nanoTime();
            int status = new ProcessBuilder(command).inheritIO().start().waitFor();
            return checked(status, start);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static long inProcess(List<String> arguments) {
        long start = System.nanoTime();
        return checked(Main.run(arguments.toArray(String[]::new)), start);
    }

    private static long checked(int status, long start) {
        long taken = System.nanoTime() - start;
        if (status != 0) {
            throw new IllegalStateException("exit status " + status);
        }
        return taken;
    }

    private static double median(long[] nanos) {
        long[] sorted = LongStream.of(nanos).sorted().toArray();
        int middle = sorted.length / 2;
        long twice = sorted[middle] + sorted[(sorted.length - 1) / 2];
        return twice / 2e9;
    }

    private static void delete(Path folder) throws IOException {
        try (Stream<Path> all = Files.walk(folder)) {
            for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(path);
            }
        }
    }
}
