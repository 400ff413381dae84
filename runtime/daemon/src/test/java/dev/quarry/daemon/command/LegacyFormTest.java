package dev.quarry.daemon.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.quarry.qmp.codec.QmpException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class LegacyFormTest {
    private static final JsonMapper MAPPER = JsonMapper.shared();

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{'id':'d','driver':'null-co'} | {'driver':'null-co'}",
                "{'id':'d','driver':'qcow2','aio':'native','file':{'driver':'file','filename':'a'}}"
                    + "|{'driver':'qcow2','file':{'driver':'file','filename':'a','aio':'native'}}",
                "{'id':'d','driver':'qcow2','aio':'native','file':{'driver':'raw','file':"
                        + "{'driver':'file','filename':'a'}}}"
                        + "|{'driver':'qcow2','file':{'driver':'raw','file':{'driver':'file',"
                        + "'filename':'a','aio':'native'}}}",
                "{'id':'d','driver':'file','aio':'threads','filename':'a'}"
                        + "|{'driver':'file','aio':'threads','filename':'a'}",
                "{'id':'d','driver':'raw','rerror':'report','werror':'enospc','file':'f'}"
                        + "|{'driver':'raw','file':'f'}",
                "{'id':'d','driver':'raw','file':'f','cache':{'writeback':true,'direct':true}}"
                        + "|{'driver':'raw','file':'f','cache':{'direct':true}}",
                "{'id':'d','node-name':'n','driver':'raw','file':{'driver':'file','id':'x'}}"
                        + "|{'node-name':'n','driver':'raw','file':{'driver':'file','id':'x'}}",
            })
    void optionsBecomeTodaysArguments(String options, String arguments) {
        LegacyForm form = LegacyForm.of(wrapped(options));
        assertEquals("d", form.id());
        assertEquals(json(arguments), form.arguments());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{'driver':'null-co'} | Parameter 'id' is missing",
                "{'driver':'null-co','node-name':'n'} | Parameter 'id' is missing",
                "{'id':5,'driver':'null-co'} | Parameter 'id' must be a string",
                "{'id':'1d','driver':'null-co'} | Parameter 'id' must be a letter followed",
                "{'id':'d','driver':'raw','file':'f','rerror':'stop'}"
                        + "| Parameter 'rerror' supports 'report' only",
                "{'id':'d','driver':'raw','file':'f','werror':'report'}"
                        + "| Parameter 'werror' supports 'enospc' only",
                "{'id':'d','driver':'raw','file':'f','cache':{'writeback':false}}"
                        + "| Parameter 'cache.writeback' supports true only",
                "{'id':'d','driver':'raw','file':{'driver':'file','rerror':'stop'}}"
                        + "| Parameter 'file.rerror' supports 'report' only",
                "{'id':'d','driver':'raw','file':'f','aio':'native'}"
                        + "| Parameter 'aio' needs an inline 'file'",
                "{'id':'d','driver':'raw','aio':'native','file':{'driver':'file','aio':'threads'}}"
                        + "| Parameters 'aio' and 'file.aio' differ",
            })
    void whatAStorageServiceCannotHonourIsRefusedByName(String options, String beginning) {
        var e = assertThrows(QmpException.class, () -> LegacyForm.of(wrapped(options)));
        assertTrue(String.valueOf(e.getMessage()).contains(beginning), e.getMessage());
    }

    @Test
    void nothingStandsBesideOptions() {
        JsonNode arguments = json("{'options':{'id':'d','driver':'null-co'},'driver':'raw'}");
        assertThrows(QmpException.class, () -> LegacyForm.of(arguments));
    }

    @Test
    void onlyArgumentsWithOptionsAreIn2014sForm() {
        assertTrue(LegacyForm.isUsedBy(json("{'options':1}")));
        assertFalse(LegacyForm.isUsedBy(json("{'driver':'null-co','node-name':'n'}")));
    }

    @Test
    void theArgumentsGivenAreNotChanged() {
        JsonNode given = wrapped("{'id':'d','driver':'null-co','rerror':'report'}");
        JsonNode before = given.deepCopy();
        LegacyForm.of(given);
        assertEquals(before, given);
    }

    private static JsonNode wrapped(String options) {
        return json("{'options':" + options + "}");
    }

    private static JsonNode json(String text) {
        return MAPPER.readTree(text.replace('\'', '"'));
    }
}
