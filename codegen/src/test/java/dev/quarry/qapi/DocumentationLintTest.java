package dev.quarry.qapi;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.quarry.qapi.check.SchemaChecker;
import dev.quarry.qapi.syntax.Dialect;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** What is said of documentation that no rule of every release forbids. */
class DocumentationLintTest {
    @TempDir private Path folder;

    private List<String> lint(String dialect, String text) throws IOException {
        Path schema = Files.writeString(folder.resolve("s.json"), text);
        return SchemaChecker.lint(schema, Dialect.of(dialect)).stream()
                .map(d -> d.location().line() + ": " + d.message())
                .toList();
    }

    @Test
    void ourSchemaHasNone() {
        Path ours = Path.of("../schema/qapi/quarry.json");
        assertEquals(List.of(), SchemaChecker.lint(ours, Dialect.AUTO));
    }

    @Test
    void whatIsMissingOrNotThereIsTold() throws IOException {
        assertEquals(
                List.of(
                        "4: documented but not there: member 'z'",
                        "7: only commands may have a section 'Returns'",
                        "9: features 'new', 'old' are not documented",
                        "9: not documented: member 'x', 'y'",
                        "11: it is not documented"),
                lint(
                        "auto",
                        """
                        ##
                        # @Point:
                        #
                        # @z: How high.
                        #
                        # Since: 1.0
                        # Returns: nothing
                        ##
                        { 'struct': 'Point', 'data': { 'x': 'int', 'y': 'int' },
                          'features': [ 'new', 'old' ] }
                        { 'command': 'draw' }
                        """));
    }

    @Test
    void layoutOfLaterReleasesIsAdvisedWhereTheyAreAccepted() throws IOException {
        String text =
                """
                ##
                # @draw:
                #
                # Draws. Then ends.  This line is longer than what seventy columns hold.
                #
                # Note: take care
                ##
                { 'command': 'draw' }
                """;
        assertEquals(
                List.of(
                        "4: a line of documentation has at most 70 columns",
                        "4: two spaces must stand between sentences",
                        "6: 'Note:' is no more; use '.. note::'"),
                lint("auto", text));
        assertEquals(List.of(), lint("7.2", text));
    }

    @Test
    void indentationOfEitherAgeIsFine() throws IOException {
        assertEquals(
                List.of(),
                lint(
                        "auto",
                        """
                        ##
                        # @Point:
                        #
                        # @x: How far
                        #     to the right.
                        #
                        # @far-down: How far
                        #     down.
                        ##
                        { 'struct': 'Point', 'data': { 'x': 'int', 'far-down': 'int' } }
                        """));
    }

    @Test
    void commentsOfTheFirstYearsAreReadAsFarAsTheyGo() throws IOException {
        assertEquals(
                List.of(
                        "1: this line must be '@', a name, ':', and nothing else",
                        "5: the documentation block does not end with '##'"),
                lint(
                        "auto",
                        """
                        # @draw
                        #
                        # @shape: #optional What to draw.
                        ##
                        { 'command': 'draw', 'data': { '*shape': 'str' } }
                        """));
    }
}
