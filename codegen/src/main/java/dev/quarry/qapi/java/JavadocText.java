package dev.quarry.qapi.java;

import com.palantir.javapoet.CodeBlock;

import dev.quarry.qapi.model.Condition;
import dev.quarry.qapi.model.Definition;
import dev.quarry.qapi.model.Documentation;

import java.util.List;

/** Javadoc from the schema's documentation. */
final class JavadocText {
    private JavadocText() {}

    /** The comment of a definition, without its members. */
    static CodeBlock of(Definition definition, String fallback) {
        Documentation documentation = definition.documentation();
        StringBuilder text = new StringBuilder(html(documentation.overview(), fallback));
        for (Documentation.Section section : documentation.sections()) {
            text.append("\n\n<p>");
            if (section.tag() != null) {
                text.append("<b>").append(section.tag()).append(":</b> ");
            }
            text.append(escape(section.text()).replace("\n\n", "\n\n<p>"));
        }
        appendCondition(text, definition.condition());
        return CodeBlock.of("$L\n", text);
    }

    /** The comment of a member or value. */
    static CodeBlock of(String documentation, Condition condition, String fallback) {
        StringBuilder text = new StringBuilder(html(documentation, fallback));
        appendCondition(text, condition);
        return CodeBlock.of("$L\n", text);
    }

    /** The {@code @param} tags of a record's components. */
    static CodeBlock parameters(List<Component> components) {
        CodeBlock.Builder tags = CodeBlock.builder();
        if (!components.isEmpty()) {
            tags.add("\n");
        }
        for (Component component : components) {
            tags.add("@param $L $L\n", component.javaName(), parameter(component));
        }
        return tags.build();
    }

    private static String parameter(Component component) {
        String what = escape(component.documentation()).replace("\n\n", "\n<p>");
        String text = what.isEmpty() ? "{@code " + component.wireName() + "}" : what;
        return component.isNullable() ? text + "; null where it is absent" : text;
    }

    private static String html(String documentation, String fallback) {
        return documentation.isBlank()
                ? fallback
                : escape(documentation).replace("\n\n", "\n\n<p>");
    }

    private static void appendCondition(StringBuilder text, Condition condition) {
        if (!condition.isAlways()) {
            CodeBlock code = ConditionCode.of(condition, "conditions");
            text.append("\n\n<p>Exists only where ").append(escape(code.toString()));
        }
    }

    /** Text that means nothing to javadoc or javac. */
    static String escape(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("@", "&#64;")
                .replace("{", "&#123;")
                .replace("}", "&#125;")
                .replace("*/", "*&#47;")
                .replace("\\", "&#92;");
    }
}
