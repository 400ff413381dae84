package dev.quarry.qmp.junit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import dev.quarry.qmp.client.QmpClient;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;
import org.junit.platform.launcher.listeners.TestExecutionSummary;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** What the extension does to the tests of a class, by running such classes. */
class ExtensionTest {
    private static TestExecutionSummary run(Class<?> tests) {
        SummaryGeneratingListener listener = new SummaryGeneratingListener();
        LauncherFactory.create()
                .execute(
                        LauncherDiscoveryRequestBuilder.request()
                                .selectors(selectClass(tests))
                                .build(),
                        listener);
        return listener.getSummary();
    }

    @Test
    void anUnmetExpectationFailsItsTestAlone() {
        TestExecutionSummary summary = run(Unmet.class);
        List<TestExecutionSummary.Failure> failures = summary.getFailures();
        assertEquals(1, failures.size());
        assertEquals("aForgets()", failures.get(0).getTestIdentifier().getDisplayName());
        assertTrue(failures.get(0).getException().toString().contains("'forgotten'"));
        assertEquals(1, summary.getTestsSucceededCount());
    }

    @Test
    void aFailureOfTheTestItselfIsNotHidden() {
        TestExecutionSummary summary = run(FailsAnyway.class);
        assertEquals("its own", summary.getFailures().get(0).getException().getMessage());
    }

    @Test
    void aStaticServerKeepsItsClientsFromTestToTest() {
        TestExecutionSummary summary = run(Shared.class);
        assertEquals(List.of(), summary.getFailures());
        assertEquals(2, summary.getTestsSucceededCount());
        assertTrue(Shared.socket != null && Files.notExists(Shared.socket));
    }

    @Test
    void aParameterIsAServerOfItsOwn() {
        TestExecutionSummary summary = run(Injected.class);
        assertEquals(1, summary.getTestsSucceededCount());
        assertEquals(1, summary.getFailures().size());
        assertTrue(Injected.socket != null && Files.notExists(Injected.socket));
    }

    @TestMethodOrder(MethodOrderer.MethodName.class)
    static class Unmet {
        @RegisterExtension static final FakeQmp QEMU = FakeQmp.create();

        @Test
        void aForgets() {
            QEMU.on("forgotten");
        }

        @Test
        void bWorks() {
            assertEquals(List.of(), QEMU.received());
        }
    }

    static class FailsAnyway {
        @RegisterExtension final FakeQmp qemu = FakeQmp.create();

        @Test
        void fails() {
            qemu.on("forgotten");
            throw new IllegalStateException("its own");
        }
    }

    @TestMethodOrder(MethodOrderer.MethodName.class)
    static class Shared {
        @RegisterExtension static final FakeQmp QEMU = FakeQmp.create();

        static @Nullable Path socket;
        private static @Nullable QmpClient client;

        @Test
        void aConnects() {
            socket = QEMU.socket();
            client = QmpClient.connect(socket);
        }

        @Test
        void bGoesOn() {
            QEMU.on("a").reply("1");
            assertTrue(client != null && client.execute("a").intValue() == 1);
        }

        @AfterAll
        static void end() {
            if (client != null) {
                client.close();
            }
        }
    }

    @ExtendWith(FakeQmpExtension.class)
    static class Injected {
        static @Nullable Path socket;

        @Test
        void works(FakeQmp qemu, FakeQmp same) {
            assertSame(qemu, same);
            qemu.on("a").reply("1");
            socket = qemu.socket();
            try (QmpClient client = QmpClient.connect(socket)) {
                assertEquals(1, client.execute("a").intValue());
            }
        }

        @Test
        void forgets(FakeQmp qemu) {
            qemu.on("forgotten");
        }
    }
}
