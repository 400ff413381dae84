package dev.quarry.daemon.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.quarry.qmp.codec.QmpException;

import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.Map;

/** Descriptors by number and by the name that systemd gives them. */
class PassedDescriptorsTest {
    private static final Map<String, String> TWO =
            Map.of("LISTEN_PID", "42", "LISTEN_FDS", "2", "LISTEN_FDNAMES", "first:nbd");

    @Test
    void namesCountFromThreeOn() {
        assertEquals(3, PassedDescriptors.of(TWO, 42).find("first").descriptor());
        assertEquals(4, PassedDescriptors.of(TWO, 42).find("nbd").descriptor());
    }

    @Test
    void whatWasPassedToAnotherProcessHasNoName() {
        assertEquals(List.of(), PassedDescriptors.of(TWO, 43).names());
        assertEquals(7, PassedDescriptors.of(TWO, 43).find("7").descriptor());
    }

    @Test
    void whatIsNotThereIsRefusedByItsName() {
        for (String wrong : List.of("other", "", "99999999999")) {
            var e =
                    assertThrows(
                            QmpException.class, () -> PassedDescriptors.of(TWO, 42).find(wrong));
            assertTrue(String.valueOf(e.getMessage()).contains(wrong), e::toString);
        }
    }
}
