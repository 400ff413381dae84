package dev.quarry.qapi.docs;

import dev.quarry.qapi.model.ArrayType;
import dev.quarry.qapi.model.SchemaType;
import dev.quarry.qapi.model.TypeRef;

/** Writes what type something has, as a link. */
final class TypeText {
    private final Site site;
    private final Html html;

    TypeText(Site site, Html html) {
        this.site = site;
        this.html = html;
    }

    void write(TypeRef ref) {
        SchemaType type = ref.type();
        if (type instanceof ArrayType array) {
            html.text("array of ");
            name(array.element().name());
        } else {
            name(type.name());
        }
    }

    /** The name of a definition. */
    void name(String name) {
        String href = site.href(name).orElse("");
        if (href.isEmpty()) {
            html.text("object");
        } else {
            html.element("a", name, "href", href, "class", "type");
        }
    }
}
