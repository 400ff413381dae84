package dev.quarry.daemon.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
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
                "{'id':'d','driver':'null-co'} | {'id':'d','driver':'null-co'}",
                "{'id':'d','driver':'qcow2','aio':'native','file':{'driver':'file','filename':'a'}}"
                    + "|{'id':'d','driver':'qcow2','file':{'driver':'file','filename':'a','aio':'native'}}",
                "{'id':'d','driver':'qcow2','aio':'native','file':{'driver':'raw','file':"
                    + "{'driver':'file','filename':'a'}}}"
                    + "|{'id':'d','driver':'qcow2','file':{'driver':'raw','file':{'driver':'file',"
                    + "'filename':'a','aio':'native'}}}",
                "{'id':'d','driver':'file','aio':'threads','filename':'a'}"
                        + "|{'id':'d','driver':'file','aio':'threads','filename':'a'}",
                "{'id':'d','driver':'raw','rerror':'report','werror':'enospc','file':'f'}"
                        + "|{'id':'d','driver':'raw','file':'f'}",
                "{'id':'d','driver':'raw','file':'f','cache':{'writeback':true,'direct':true}}"
                        + "|{'id':'d','driver':'raw','file':'f','cache':{'direct':true}}",
            })
    void optionsBecomeTodaysArguments(String options, String arguments) {
        assertEquals(json(arguments), LegacyForm.rewritten(wrapped(options)));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{'driver':'null-co'} | Parameter 'id' is missing",
                "{'driver':'null-co','node-name':'n'} | Parameter 'id' is missing",
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
                "{'id':'d','driver':'raw','file':{'driver':'file','id':'x'}}"
                        + "| Parameter 'file.id' is unexpected",
            })
    void whatAStorageServiceCannotHonourIsRefusedByName(String options, String beginning) {
        var e = assertThrows(QmpException.class, () -> LegacyForm.rewritten(wrapped(options)));
        assertTrue(String.valueOf(e.getMessage()).contains(beginning), e.getMessage());
    }

    @Test
    void nothingStandsBesideOptions() {
        JsonNode arguments = json("{'options':{'id':'d','driver':'null-co'},'driver':'raw'}");
        assertThrows(QmpException.class, () -> LegacyForm.rewritten(arguments));
    }

    @Test
    void todaysFormPassesAsItStands() {
        JsonNode arguments = json("{'driver':'null-co','node-name':'n','rerror':'stop'}");
        assertSame(arguments, LegacyForm.rewritten(arguments));
    }

    @Test
    void anIdBelowTheTopLevelIsRefusedInTodaysFormToo() {
        JsonNode arguments =
                json(
                        "{'driver':'raw','id':'a','file':{'driver':'raw','file':{'driver':'file',"
                                + "'id':'b'}}}");
        var e = assertThrows(QmpException.class, () -> LegacyForm.rewritten(arguments));
        assertTrue(String.valueOf(e.getMessage()).contains("'file.file.id'"), e.getMessage());
    }

    @Test
    void theArgumentsGivenAreNotChanged() {
        JsonNode given = wrapped("{'id':'d','driver':'null-co','rerror':'report'}");
        JsonNode before = given.deepCopy();
        LegacyForm.rewritten(given);
        assertEquals(before, given);
    }

    private static JsonNode wrapped(String options) {
        return json("{'options':" + options + "}");
    }

    private static JsonNode json(String text) {
        return MAPPER.readTree(text.replace('\'', '"'));
    }
}
