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
import java.util.List;
import java.util.stream.Stream;

/** The cases of {@code catalogue.txt}: one test each for the packaged daemon and for the peer. */
@Timeout(300)
class CatalogueIT {
    @TempDir private Path folder;
    private final ServedDaemon.Kept kept = new ServedDaemon.Kept();

    @TestFactory
    Stream<DynamicTest> isWhatTheTargetDoes() throws IOException {
        return tests(ServedDaemon::target);
    }

    @TestFactory
    Stream<DynamicTest> isWhatThePeerDoes() throws IOException {
        Assumptions.assumeFalse(Target.isPeer(), "not run: the peer is the target");
        TestNeeds.tool(PeerDaemon.PROGRAM);
        return tests(ServedDaemon::peer);
    }

    private Stream<DynamicTest> tests(ServedDaemon.Kind kind) throws IOException {
        TestNeeds.tools("qemu-img", "qemu-io", "stat");
        FileSystemNeeds.holes(folder);
        return Catalogue.cases().entrySet().stream()
                .map(each ->
                        DynamicTest.dynamicTest(each.getKey(), () -> run(each.getValue(), kind)));
    }

    private void run(List<String> lines, ServedDaemon.Kind kind) throws IOException {
        Path images = Files.createTempDirectory(folder, "case");
        kept.run(kind, folder, daemon -> new Catalogue(daemon, images).run(lines));
    }

    @AfterEach
    void endDaemon() throws IOException {
        kept.close();
    }
}
