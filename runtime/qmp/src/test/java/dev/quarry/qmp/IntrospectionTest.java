package dev.quarry.qmp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.quarry.qmp.codec.Conditions;

import org.junit.jupiter.api.Test;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What remains of a schema under conditions; on a schema made for the purpose. */
class IntrospectionTest {
    private static final String ELEMENTS =
            """
            [{"name": "a", "meta-type": "command"},
             {"if": "X", "value": {"name": "b", "members": [
                 {"name": "m"},
                 {"if": {"not": "Y"}, "value": {"name": "n", "default": null}}]}},
             {"name": "e", "values": ["v", {"if": {"all": ["X", "Y"]}, "value": "w"}],
              "features": [{"if": {"any": ["X", "Y"]}, "value": "f"}]}]
            """;

    @Test
    void withoutConditionsOnlyTheUnconditionalIsLeft() {
        assertLeft(
                """
                [{"name": "a", "meta-type": "command"},
                 {"name": "e", "values": ["v"], "features": []}]
                """);
    }

    @Test
    void conditionsAreEvaluatedAtEveryLevel() {
        assertLeft(
                """
                [{"name": "a", "meta-type": "command"},
                 {"name": "b", "members": [{"name": "m"}, {"name": "n", "default": null}]},
                 {"name": "e", "values": ["v"], "features": ["f"]}]
                """,
                "X");
        assertLeft(
                """
                [{"name": "a", "meta-type": "command"},
                 {"name": "b", "members": [{"name": "m"}]},
                 {"name": "e", "values": ["v", "w"], "features": ["f"]}]
                """,
                "X",
                "Y");
    }

    @Test
    void whatIsNoConditionIsRefused() {
        JsonNode bad = parse("[{\"if\": {\"xor\": []}, \"value\": 1}]");
        assertThrows(
                IllegalArgumentException.class, () -> Introspection.of(bad, Conditions.none()));
    }

    private static void assertLeft(String expected, String... conditions) {
        JsonNode left = Introspection.of(parse(ELEMENTS), Conditions.of(conditions)).json();
        assertEquals(parse(expected), left);
    }

    private static JsonNode parse(String json) {
        return JsonMapper.shared().readTree(json);
    }
}
