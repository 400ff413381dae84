package dev.quarry.daemon.object;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.quarry.qapi.generated.ObjectOptions;
import dev.quarry.qapi.generated.ThrottleLimits;
import dev.quarry.qmp.codec.Conditions;
import dev.quarry.qmp.codec.JsonInput;
import dev.quarry.qmp.codec.QmpException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.util.Objects;

class ThrottleGroupTest {
    @Test
    void bothFormsTogetherMakeTheLimitsAndTheRestIsDefault() {
        ThrottleLimits limits = group("'limits':{'iops-total':100},'x-bps-read':5").limits();
        assertEquals(100, limits.iopsTotal());
        assertEquals(5, limits.bpsRead());
        assertEquals(0, limits.bpsWriteMax());
        assertEquals(1, limits.bpsWriteMaxLength());
    }

    @Test
    void changesAreChecked() {
        ThrottleGroup group = group("'limits':{'iops-total':100}");
        set(group, "x-iops-total", "7");
        set(group, "limits", "{'bps-total':9}");
        assertThrows(QmpException.class, () -> set(group, "x-iops-read", "1"));
        assertThrows(QmpException.class, () -> set(group, "limits", "{'bogus':9}"));
        assertThrows(QmpException.class, () -> set(group, "limits", "7"));
        assertEquals(7, group.limits().iopsTotal());
        assertEquals(9, group.limits().bpsTotal());
    }

    /** Verdicts of the reference daemon. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "'iops-total':1,'iops-read':1 | 'iops-total'",
                "'bps-total':9,'bps-total-max':9,'bps-write-max':1 | 'bps-total-max'",
                "'iops-total':-1 | 'iops-total'",
                "'iops-total-max':10 | 'iops-total-max'",
                "'iops-total':10,'iops-total-max':5 | 'iops-total-max'",
                "'iops-total':10,'iops-total-max':50,'iops-total-max-length':0 | max-length",
                "'iops-total-max-length':5 | max-length",
                "'bps-total':1000000000000001 | 'bps-total'",
                "'iops-size':5 | 'iops-size'",
                "'iops-read':1,'iops-size':-5 | 'iops-size'",
                "'bps-read':3,'bps-read-max':100,'bps-read-max-length':4294967296 | max-length",
                "'bps-read':3,'bps-read-max':100000000000000,'bps-read-max-length':11 | max-length",
            })
    void limitsThatCannotHoldAreRefusedByName(String limits, String named) {
        var e = assertThrows(QmpException.class, () -> group("'limits':{" + limits + "}"));
        assertTrue(e.description().contains(named), e.description());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "'bps-total':1000000000000000",
                "'iops-write':1,'iops-size':4096,'bps-read':1",
                "'bps-read':3,'bps-read-max':100000000000000,'bps-read-max-length':10",
            })
    void theHighestThatCanHoldAreTaken(String limits) {
        group("'limits':{" + limits + "}");
    }

    private static ThrottleGroup group(String members) {
        JsonNode json = json("{'qom-type':'throttle-group','id':'t'," + members + "}");
        var options = ObjectOptions.decode(JsonInput.strict(json, Conditions.none()));
        return new ThrottleGroup((ObjectOptions.ThrottleGroup) options);
    }

    private static void set(ThrottleGroup group, String property, String value) {
        Property present = Objects.requireNonNull(group.properties().get(property));
        Objects.requireNonNull(present.writer())
                .accept(JsonInput.strict(json(value), Conditions.none()));
    }

    private static JsonNode json(String text) {
        return JsonMapper.shared().readTree(text.replace('\'', '"'));
    }
}
