package dev.quarry.qmp.codec;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.quarry.qapi.generated.QapiErrorClass;

import org.junit.jupiter.api.Test;

import java.util.Arrays;

/** The classes of errors stand twice: in the schema for clients, and in the code that throws. */
class ErrorClassesTest {
    @Test
    void theSchemaHasThoseThatAreThrown() {
        assertEquals(
                Arrays.stream(QmpErrorClass.values())
                        .map(QmpErrorClass::wireName)
                        .sorted()
                        .toList(),
                Arrays.stream(QapiErrorClass.values())
                        .filter(value -> !value.wireName().isEmpty())
                        .map(QapiErrorClass::wireName)
                        .sorted()
                        .toList());
    }
}
