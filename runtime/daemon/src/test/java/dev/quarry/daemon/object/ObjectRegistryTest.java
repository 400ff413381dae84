package dev.quarry.daemon.object;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.quarry.qapi.generated.IothreadProperties;
import dev.quarry.qapi.generated.SecretProperties;
import dev.quarry.qmp.codec.QmpErrorClass;
import dev.quarry.qmp.codec.QmpException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

import java.util.Set;

class ObjectRegistryTest {
    private final ObjectRegistry objects = new ObjectRegistry();
    private final Iothread iothread = new Iothread(IothreadProperties.builder().build());

    @Test
    void findsByPathFromTheRootAndFromAnywhere() {
        notFound(() -> objects.at("/objects"));
        objects.add("io", iothread);
        for (String path : new String[] {"/objects/io", "//objects//io/", "io", "objects/io"}) {
            assertSame(iothread, objects.at(path), path);
        }
        assertEquals(Set.of("objects"), objects.at("/").properties().keySet());
        assertEquals(Set.of("io"), objects.at("objects").properties().keySet());
        notFound(() -> objects.at("/io"));
        notFound(() -> objects.at("/objects/io/deeper"));
        refused("several", () -> objects.at(""));
        objects.add("objects", new Iothread(IothreadProperties.builder().build()));
        refused("several", () -> objects.at("objects"));
    }

    @Test
    void anObjectInUseStays() {
        objects.add("io", iothread);
        assertSame(iothread, objects.use("io", Iothread.class, "export 'e'"));
        objects.use("io", Iothread.class, "export 'f'");
        refused("export 'e', export 'f'", () -> objects.remove("io"));
        objects.release("io", "export 'e'");
        objects.release("io", "export 'f'");
        objects.remove("io");
        refused("'io'", () -> objects.remove("io"));
        assertTrue(objects.at("/objects").properties().isEmpty());
    }

    @Test
    void idsAreIdentifiersAndUnique() {
        objects.add("a.b-c_1", iothread);
        refused("a.b-c_1", () -> objects.add("a.b-c_1", iothread));
        for (String id : new String[] {"", "1x", "a b", "-", "\u00e4", "a/b", "#x"}) {
            refused("'id'", () -> objects.add(id, iothread));
        }
    }

    @Test
    void anObjectOfAnotherKindIsRefusedByBothNames() {
        objects.add("s", new Secret(SecretProperties.builder().data("pw").build(), objects));
        refused("'s' is a secret, no iothread", () -> objects.get("s", Iothread.class));
    }

    private static void notFound(Executable lookup) {
        var e = assertThrows(QmpException.class, lookup);
        assertEquals(QmpErrorClass.DEVICE_NOT_FOUND, e.errorClass());
    }

    private static void refused(String naming, Executable call) {
        var e = assertThrows(QmpException.class, call);
        assertEquals(QmpErrorClass.GENERIC_ERROR, e.errorClass());
        assertTrue(e.description().contains(naming), e.description());
    }
}
