package dev.quarry.dist;

import dev.quarry.testing.TestNeeds;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * The cases of {@code catalogue.txt}, {@code faults.txt} and {@code host-storage.txt}: one test
 * each for the packaged daemon and for the peer.
 */
@Timeout(300)
class CatalogueIT {
    private static final String STORAGE = "host-storage.txt";
    private static final List<String> FILES = List.of("catalogue.txt", "faults.txt", STORAGE);
    private static final List<String> OURS = List.of("faults-ours.txt");

    @TempDir private Path folder;
    private final ServedDaemon.Kept kept = new ServedDaemon.Kept();

    @TestFactory
    Stream<DynamicTest> isWhatTheTargetDoes() throws IOException {
        List<String> files = new ArrayList<>(FILES);
        files.addAll(Target.isPeer() ? List.of() : OURS);
        return tests(ServedDaemon::target, files);
    }

    @TestFactory
    Stream<DynamicTest> isWhatThePeerDoes() throws IOException {
        Assumptions.assumeFalse(Target.isPeer(), "not run: the peer is the target");
        TestNeeds.tool(PeerDaemon.PROGRAM);
        return tests(ServedDaemon::peer, FILES);
    }

    private Stream<DynamicTest> tests(ServedDaemon.Kind kind, List<String> files)
            throws IOException {
        TestNeeds.tools("qemu-img", "qemu-io", "stat");
        FileSystemNeeds.holes(folder);
        List<DynamicTest> tests = new ArrayList<>();
        boolean hasStorage = HostStorage.isOffered(folder);
        for (String file : files) {
            if (file.equals(STORAGE) && !hasStorage) {
                tests.add(notOffered());
                continue;
            }
            Catalogue.cases(file).forEach((title, lines) -> tests.add(test(title, lines, kind)));
        }
        return tests.stream();
    }

    /** Even a complete machine may have none, so this is no failure in CI. */
    private static DynamicTest notOffered() {
        return DynamicTest.dynamicTest(
                STORAGE, () -> Assumptions.abort("not run: no loop devices or mounts here"));
    }

    private DynamicTest test(String title, List<String> lines, ServedDaemon.Kind kind) {
        return DynamicTest.dynamicTest(title, () -> run(lines, kind));
    }

    private void run(List<String> lines, ServedDaemon.Kind kind) throws IOException {
        Path images = Files.createTempDirectory(folder, "case");
        kept.run(
                kind,
                folder,
                daemon -> {
                    try (Catalogue catalogue = new Catalogue(daemon, images)) {
                        catalogue.run(lines);
                    }
                });
    }

    @AfterEach
    void endDaemon() throws IOException {
        kept.close();
    }
}
