package dev.quarry.qapi.docs;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is said in brackets of releases and defaults. */
class RemarksTest {
    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '"',
            value = {
                "the size (since 2.3),              the size,             2.3,  ''",
                "the size (Since: 2.3).,            the size.,            2.3,  ''",
                "the size (since 2.3) It is big.,   the size. It is big., 2.3,  ''",
                "the size (default: 64k),           the size,             '',   64k",
                "the size (default is 64k),         the size,             '',   64k",
                "the size (defaults to 64k),        the size,             '',   64k",
                "\"the size (default 4, since 3.1)\", the size,           3.1,  4",
                "the size (default: 4) (since 2.1), the size,             2.1,  4",
                "the size (since forever),          the size (since forever), '', ''",
                "the size (default),                the size (default),   '',   ''"
            })
    void becomeBadges(String written, String text, String since, String fallback) {
        assertEquals(new Remarks(text, unquoted(since), unquoted(fallback)), Remarks.of(written));
    }

    private static String unquoted(String value) {
        return value.equals("''") ? "" : value;
    }
}
