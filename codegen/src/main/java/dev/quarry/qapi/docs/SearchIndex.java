package dev.quarry.qapi.docs;

import dev.quarry.qapi.docs.Site.Page;
import dev.quarry.qapi.json.JsonText;
import dev.quarry.qapi.model.Definition;

import java.util.ArrayList;
import java.util.List;

/** What the search looks through, as a script, since pages of files may not read other files. */
final class SearchIndex {
    private SearchIndex() {}

    /** Name, kind, page, summary, and names of members of each definition, parted by tabs. */
    static String of(Site site) {
        List<String> entries = new ArrayList<>();
        for (Page page : site.pages()) {
            for (Definition definition : page.definitions()) {
                entries.add(
                        String.join(
                                "\t",
                                definition.name(),
                                Kind.of(definition).word(),
                                page.path(),
                                Summary.of(definition),
                                String.join(" ", MemberGroups.ownNames(definition))));
            }
        }
        return "window.qapiSearchIndex = " + JsonText.of(entries) + ";\n";
    }
}
