package dev.quarry.qapi.docs;

import dev.quarry.qapi.docs.Site.Page;
import dev.quarry.qapi.model.Schema;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The manual of a schema: an index, a page for each file of the schema, and what they need, all in
 * one folder, to be opened without a server.
 */
public final class Manual {
    /** The first line of every page. */
    public static final String MARK = "<!DOCTYPE html><!-- made by qapi docs -->";

    private Manual() {}

    /**
     * The files of a manual, texts by name.
     *
     * @param title what the manual is called
     */
    public static Map<String, String> of(Schema schema, String title) {
        Site site = new Site(schema, title);
        Map<String, String> files = new LinkedHashMap<>();
        files.put(Site.INDEX, new IndexPage(site).text());
        for (Page page : site.pages()) {
            files.put(page.path(), new ModulePage(site, page).text());
        }
        files.put("manual.css", resource("manual.css"));
        files.put("manual.js", resource("manual.js"));
        files.put("search-index.js", SearchIndex.of(site));
        return files;
    }

    private static String resource(String name) {
        try (InputStream in = Manual.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new IllegalStateException("the compiler's jar lacks " + name);
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
