package dev.quarry.qapi.docs;

import dev.quarry.qapi.comment.DocKind;
import dev.quarry.qapi.comment.DocPart;
import dev.quarry.qapi.model.CommandDefinition;
import dev.quarry.qapi.model.CommandDefinition.Flag;
import dev.quarry.qapi.model.Definition;

/** Writes the name of a definition, and the badges below it. */
final class DefinitionHeading {
    private static final int LONGEST_BADGE = 24;

    private final Html html;
    private final Definition definition;

    DefinitionHeading(Html html, Definition definition) {
        this.html = html;
        this.definition = definition;
    }

    void write(int level) {
        html.open("h" + level, "id", definition.name(), "class", "title");
        html.element("span", Kind.of(definition).word(), "class", "kind").text(" ");
        html.open("a", "href", "#" + definition.name(), "class", "name");
        html.name(definition.name()).close().close().line();
        html.open("p", "class", "badges");
        Badges badges = new Badges(html);
        definition.documentation().all(DocKind.SINCE).forEach(p -> badges.since(release(p)));
        badges.features(definition.features());
        badges.condition(definition.condition());
        if (definition instanceof CommandDefinition command) {
            flags(command, badges);
        }
        html.close().line();
    }

    /** The first word where more was written, which then follows the rest. */
    private static String release(DocPart since) {
        return isLong(since) ? since.text().split("\\s", 2)[0] : since.text();
    }

    /** Whether more was written than a badge holds. */
    static boolean isLong(DocPart since) {
        return since.text().length() > LONGEST_BADGE;
    }

    private static void flags(CommandDefinition command, Badges badges) {
        if (command.has(Flag.ALLOW_OOB)) {
            badges.plain("out of band", "allow-oob: may run ahead of commands that wait");
        }
        if (command.has(Flag.ALLOW_PRECONFIG)) {
            badges.plain("preconfig", "allow-preconfig: may run before the machine is set up");
        }
        if (command.has(Flag.NO_SUCCESS_RESPONSE)) {
            badges.plain("no reply", "success-response: no reply is sent when it succeeds");
        }
        if (command.has(Flag.NO_MARSHALLING)) {
            badges.plain("unchecked", "gen: arguments and result are not checked by the schema");
        }
    }
}
