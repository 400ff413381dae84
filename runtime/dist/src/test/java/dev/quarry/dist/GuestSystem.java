package dev.quarry.dist;

import dev.quarry.testing.TestNeeds;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A small Linux in an emulated machine, made of what is installed here: a kernel with its modules,
 * busybox, and {@code mkfs.ext4} with its libraries. It runs one script and ends.
 */
final class GuestSystem {
    private static final Path BOOT = Path.of("/boot");
    private static final Path MODULES = Path.of("/lib/modules");
    private static final List<String> DRIVERS = List.of("virtio_pci", "virtio_blk");
    private static final Pattern LIBRARY = Pattern.compile("(/\\S+) \\(0x");
    private static final Duration LIMIT = Duration.ofMinutes(3);

    private final Path kernel;
    private final Path root;
    private final Path archive;

    private GuestSystem(Path kernel, Path folder) {
        this.kernel = kernel;
        this.root = folder.resolve("guest");
        this.archive = folder.resolve("guest.cpio");
    }

    /**
     * Puts the system together.
     *
     * @param script what the guest's shell does; the disk is {@code /dev/vda}, what is not of
     *     busybox is in {@code /programs}
     */
    static GuestSystem build(Path folder, String script) throws IOException {
        TestNeeds.tools("qemu-system-x86_64", "busybox", "cpio", "mkfs.ext4", "ldd");
        Optional<Path> kernel = kernel();
        TestNeeds.that(kernel.isPresent(), "no kernel in " + BOOT + " with modules can be read");
        GuestSystem system = new GuestSystem(kernel.orElseThrow(), folder);
        system.fill(script);
        system.pack();
        return system;
    }

    /**
     * Boots with this disk, which the guest writes plainly, zeros too, and returns what the console
     * shows until the machine is off.
     */
    String run(String disk) {
        List<String> command =
                List.of(
                        "qemu-system-x86_64",
                        "-accel",
                        "tcg",
                        "-m",
                        "256",
                        "-nodefaults",
                        "-no-reboot",
                        "-display",
                        "none",
                        "-serial",
                        "stdio",
                        "-kernel",
                        kernel.toString(),
                        "-initrd",
                        archive.toString(),
                        "-append",
                        "console=ttyS0 quiet panic=-1",
                        "-drive",
                        "if=none,id=disk,format=raw,file=" + disk,
                        "-device",
                        "virtio-blk-pci,drive=disk,write-zeroes=off,discard=off");
        return Tools.run(command, new byte[0], LIMIT).expectSuccess().out();
    }

    private static Optional<Path> kernel() throws IOException {
        try (Stream<Path> files = Files.list(BOOT)) {
            return files.filter(file -> file.getFileName().toString().startsWith("vmlinuz-"))
                    .filter(file -> Files.isReadable(file) && Files.exists(dependencies(file)))
                    .max(Comparator.naturalOrder());
        }
    }

    private static Path modules(Path kernel) {
        return MODULES.resolve(kernel.getFileName().toString().substring("vmlinuz-".length()));
    }

    private static Path dependencies(Path kernel) {
        return modules(kernel).resolve("modules.dep");
    }

    private void fill(String script) throws IOException {
        for (String folder : List.of("dev", "proc", "mnt", "etc", "bin", "modules")) {
            Files.createDirectories(root.resolve(folder));
        }
        copy(TestNeeds.tool("busybox"), "bin/busybox");
        copyProgram(TestNeeds.tool("mkfs.ext4"), "programs/mkfs.ext4");
        copy(Path.of("/etc/mke2fs.conf"), "etc/mke2fs.conf");
        StringBuilder init =
                new StringBuilder(
                        """
                        #!/bin/busybox sh
                        /bin/busybox --install -s /bin
                        export PATH=/bin
                        mount -t devtmpfs dev /dev
                        mount -t proc proc /proc
                        """);
        for (String module : modulesInOrder()) {
            String name = Path.of(module).getFileName().toString();
            copy(modules(kernel).resolve(module), "modules/" + name);
            init.append("insmod /modules/").append(name).append('\n');
        }
        init.append(script).append("\npoweroff -f\n");
        Path file = root.resolve("init");
        Files.writeString(file, init);
        if (!file.toFile().setExecutable(true)) {
            throw new IOException(file + " cannot be made executable");
        }
    }

    /** The modules of the drivers, each after those it needs. */
    private Set<String> modulesInOrder() throws IOException {
        List<String> lines = Files.readAllLines(dependencies(kernel));
        Set<String> ordered = new LinkedHashSet<>();
        DRIVERS.forEach(driver -> add(driver + ".ko", lines, ordered));
        return ordered;
    }

    /** Adds a module and what it needs; what is built into the kernel has no line. */
    private static void add(String file, List<String> lines, Set<String> ordered) {
        for (String line : lines) {
            String[] sides = line.split(":", 2);
            if (sides[0].endsWith("/" + file)) {
                List<String> needs =
                        Stream.of(sides[1].trim().split(" +", 0))
                                .filter(need -> !need.isEmpty())
                                .toList();
                needs.reversed().forEach(ordered::add);
                ordered.add(sides[0]);
            }
        }
    }

    private void copy(Path from, String to) throws IOException {
        Path target = root.resolve(to);
        Files.createDirectories(target.getParent());
        Files.copy(from, target);
    }

    private void copyProgram(Path program, String to) throws IOException {
        copy(program, to);
        Matcher library = LIBRARY.matcher(Tools.ok("ldd", program.toString()));
        while (library.find()) {
            copy(Path.of(library.group(1)), library.group(1).substring(1));
        }
    }

    private void pack() throws IOException {
        String names;
        try (Stream<Path> files = Files.walk(root)) {
            names =
                    files.filter(file -> !file.equals(root))
                            .filter(file -> Files.exists(file, LinkOption.NOFOLLOW_LINKS))
                            .map(file -> root.relativize(file).toString())
                            .collect(Collectors.joining("\n", "", "\n"));
        }
        Tools.run(
                        List.of(
                                "cpio",
                                "-o",
                                "--quiet",
                                "-H",
                                "newc",
                                "-D",
                                root.toString(),
                                "-F",
                                archive.toString()),
                        names.getBytes(StandardCharsets.UTF_8))
                .expectSuccess();
    }
}
