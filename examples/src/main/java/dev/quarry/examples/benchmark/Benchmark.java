package dev.quarry.examples.benchmark;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * {@code quarryd} beside every peer that is installed: {@code Benchmark QUARRYD FOLDER [--qmp]
 * [--quick] [--rows PATTERN] [--out DIR]}, with an empty folder to work in; {@code --qmp} leaves
 * out the disks, {@code --rows} all rows in whose name a regular expression finds nothing.
 */
public final class Benchmark {
    /** Keeps glibc from giving freed buffers back, whose pages are dear to touch anew. */
    private static final Map<String, String> TUNED =
            Map.of(
                    "MALLOC_MMAP_THRESHOLD_", "67108864",
                    "MALLOC_TRIM_THRESHOLD_", "268435456",
                    "MALLOC_TOP_PAD_", "33554432");

    private final Path folder;
    private final Plan plan;
    private final boolean monitorAlone;
    private final Pattern wanted;

    private Benchmark(Path folder, Plan plan, boolean monitorAlone, Pattern wanted) {
        this.folder = folder;
        this.plan = plan;
        this.monitorAlone = monitorAlone;
        this.wanted = wanted;
    }

    /** Measures and prints the table; with {@code --out} writes it there, and as JSON as well. */
    public static void main(String[] args) throws IOException {
        List<String> options = List.of(args).subList(2, args.length);
        boolean quick = options.contains("--quick");
        boolean monitorAlone = options.contains("--qmp");
        if (!monitorAlone) {
            require("qemu-img", "qemu-io", "fio", "stat");
        }
        Plan plan = quick ? Plan.quick() : Plan.full();
        giveUpAfter(plan.limit());
        Benchmark benchmark =
                new Benchmark(
                        Path.of(args[1]),
                        plan,
                        monitorAlone,
                        Pattern.compile(value(options, "--rows").orElse("")));
        Report report = benchmark.run(Path.of(args[0]));
        System.out.print(report.table());
        Optional<String> out = value(options, "--out");
        if (out.isPresent()) {
            Path target = Files.createDirectories(Path.of(out.get()));
            Files.writeString(target.resolve("benchmark.md"), report.table());
            Files.writeString(target.resolve("benchmark.json"), report.json());
        }
    }

    private static Optional<String> value(List<String> options, String name) {
        return options.stream()
                .skip(options.indexOf(name) + 1L)
                .findFirst()
                .filter(value -> options.contains(name));
    }

    /** A server that no longer answers must not keep this program forever. */
    private static void giveUpAfter(Duration limit) {
        Thread.ofPlatform()
                .daemon()
                .start(() -> {
                    try {
                        Thread.sleep(limit);
                    } catch (InterruptedException e) {
                        throw new IllegalStateException("nobody interrupts this", e);
                    }
                    System.err.println("given up after " + limit);
                    System.exit(1);
                });
    }

    private Report run(Path quarryd) throws IOException {
        List<Site> sites = new ArrayList<>();
        try {
            Images images = new Images(folder);
            for (Peer peer : peers(quarryd)) {
                sites.add(monitorAlone ? new Site(peer, images) : new Site(peer, images, plan));
            }
            return measure(sites);
        } finally {
            sites.forEach(Site::close);
        }
    }

    private Report measure(List<Site> sites) throws IOException {
        List<Row> all = monitorAlone ? Rows.ofMonitor(plan) : Rows.of(plan);
        List<Row> rows = all.stream().filter(row -> wanted.matcher(row.label()).find()).toList();
        List<String> names = sites.stream().map(site -> site.peer().name()).toList();
        Report report = new Report(facts(), names, rows);
        for (int round = 1 - plan.warmUps(); round <= plan.rounds(); round++) {
            System.err.println(
                    round > 0 ? "round " + round + " of " + plan.rounds() : "warming up");
            for (Row row : rows) {
                for (Site site : sites) {
                    var figure = row.load().run(site);
                    if (round > 0 && figure.isPresent()) {
                        report.add(row, site.peer().name(), figure.getAsDouble());
                    }
                }
            }
        }
        return report;
    }

    private List<Peer> peers(Path quarryd) throws IOException {
        List<Peer> peers = new ArrayList<>();
        peers.add(new StorageDaemon("quarryd", quarryd, Map.of(), newFolder("quarryd")));
        Optional<Path> daemon = installed("qemu-storage-daemon");
        if (daemon.isPresent()) {
            peers.add(new StorageDaemon(Report.ANCHOR, daemon.get(), TUNED, newFolder("tuned")));
            peers.add(new StorageDaemon("qsd", daemon.get(), Map.of(), newFolder("qsd")));
        }
        if (monitorAlone) {
            return peers;
        }
        Optional<Path> qemuNbd = installed("qemu-nbd");
        if (qemuNbd.isPresent()) {
            peers.add(new NbdProgram.QemuNbd(qemuNbd.get(), newFolder("qemu-nbd")));
        }
        Optional<Path> nbdkit = installed("nbdkit");
        if (nbdkit.isPresent()) {
            peers.add(new NbdProgram.Nbdkit(nbdkit.get(), newFolder("nbdkit")));
        }
        return peers;
    }

    private Map<String, String> facts() throws IOException {
        Map<String, String> facts = new LinkedHashMap<>();
        facts.put("date", LocalDate.now(ZoneOffset.UTC).toString());
        facts.put("machine", processors() + " × " + processorName());
        facts.put("kernel", System.getProperty("os.version"));
        facts.put("files on", Files.getFileStore(folder).type());
        facts.put("Java", System.getProperty("java.version"));
        for (String program : List.of("qemu-storage-daemon", "nbdkit", "fio")) {
            installed(program).ifPresent(path -> facts.put(program, version(path)));
        }
        facts.put(
                "rounds",
                String.format(
                        Locale.ROOT,
                        "%d, after %d to warm up; medians [least–most]",
                        plan.rounds(),
                        plan.warmUps()));
        return facts;
    }

    private static String version(Path program) {
        return Child.run(List.of(program.toString(), "--version")).lines().findFirst().orElse("?");
    }

    private static int processors() {
        return Runtime.getRuntime().availableProcessors();
    }

    private static String processorName() throws IOException {
        try (Stream<String> lines = Files.lines(Path.of("/proc/cpuinfo"))) {
            return lines.filter(line -> line.startsWith("model name"))
                    .map(line -> line.replaceFirst(".*: *", ""))
                    .findFirst()
                    .orElse(System.getProperty("os.arch"));
        }
    }

    private Path newFolder(String name) throws IOException {
        return Files.createDirectory(folder.resolve(name));
    }

    private static void require(String... programs) {
        for (String program : programs) {
            if (installed(program).isEmpty()) {
                throw new IllegalStateException("the benchmark needs " + program);
            }
        }
    }

    private static Optional<Path> installed(String program) {
        String path = System.getenv().getOrDefault("PATH", "");
        return Stream.of(path.split(File.pathSeparator, -1))
                .map(folder -> Path.of(folder, program))
                .filter(Files::isExecutable)
                .findFirst();
    }
}
