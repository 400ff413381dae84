package dev.quarry.qapi.docs;

import dev.quarry.qapi.comment.Block;
import dev.quarry.qapi.comment.DocPart;
import dev.quarry.qapi.model.BuiltinType;
import dev.quarry.qapi.model.Definition;
import dev.quarry.qapi.model.FreeText;
import dev.quarry.qapi.model.Module;
import dev.quarry.qapi.model.Schema;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/** What pages there are, and where on them everything is. */
final class Site {
    /**
     * The page of a schema file.
     *
     * @param path its file's name
     * @param title of the page: the first heading in the schema's file, or the file's name
     * @param titled whether the title is a heading of the schema's file
     */
    record Page(Module module, String path, String title, boolean titled) {
        /** The definitions that an expression wrote, in order. */
        List<Definition> definitions() {
            return module.definitions().stream().filter(Site::isWritten).toList();
        }
    }

    static final String INDEX = "index.html";

    private final Schema schema;
    private final String title;
    private final List<Page> pages = new ArrayList<>();
    private final Map<String, Page> pageOf = new HashMap<>();
    private final UsedBy usedBy;

    Site(Schema schema, String title) {
        this.schema = schema;
        this.title = title;
        this.usedBy = new UsedBy(schema);
        Set<String> taken = new HashSet<>(Set.of("index"));
        for (Module module : schema.modules()) {
            Optional<String> heading = firstHeading(module);
            String file = module.file().baseName();
            Page page =
                    new Page(
                            module,
                            free(file, taken) + ".html",
                            heading.orElse(file),
                            heading.isPresent());
            if (!page.definitions().isEmpty() || !module.comments().isEmpty()) {
                pages.add(page);
                page.definitions().forEach(d -> pageOf.put(d.name(), page));
            }
        }
    }

    private static String free(String name, Set<String> taken) {
        String plain = name.replaceAll("[^A-Za-z0-9._-]", "-");
        String free = plain;
        for (int i = 2; !taken.add(free.toLowerCase(Locale.ROOT)); i++) {
            free = plain + "-" + i;
        }
        return free;
    }

    private static Optional<String> firstHeading(Module module) {
        for (FreeText comment : module.comments()) {
            for (DocPart part : comment.parts()) {
                if (part.blocks().get(0) instanceof Block.Heading heading) {
                    return Optional.of(heading.text());
                }
                return Optional.empty();
            }
        }
        return Optional.empty();
    }

    /** Whether an expression of that name wrote it; else another definition implies it. */
    static boolean isWritten(Definition definition) {
        return definition.origin().owner().equals(definition.name())
                && definition.origin().location() != null;
    }

    Schema schema() {
        return schema;
    }

    String title() {
        return title;
    }

    List<Page> pages() {
        return pages;
    }

    UsedBy usedBy() {
        return usedBy;
    }

    /** The definition of that name, if it has a place on a page. */
    Optional<Definition> find(String name) {
        return pageOf.containsKey(name)
                ? Optional.ofNullable(schema.definitions().get(name))
                : Optional.empty();
    }

    /** Where a definition or a type of the language is described; empty where nowhere. */
    Optional<String> href(String name) {
        Page page = pageOf.get(name);
        if (page != null) {
            return Optional.of(page.path() + "#" + name);
        }
        return schema.definitions().get(name) instanceof BuiltinType
                ? Optional.of(INDEX + "#" + BuiltIns.id(name))
                : Optional.empty();
    }

    /** The page of the definition of that name, which has one. */
    Page page(String definition) {
        return Objects.requireNonNull(pageOf.get(definition), definition);
    }

    /** The anchor of a member. */
    static String memberId(String definition, String member) {
        return definition + ":" + member;
    }
}
