package dev.quarry.qapi.java;

import com.palantir.javapoet.CodeBlock;

import dev.quarry.qapi.comment.DocPart;
import dev.quarry.qapi.comment.Markup;
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
        for (DocPart part : documentation.sections()) {
            String html = new JavadocBlocks().add(part.name(), part.blocks()).toString();
            text.append(html.startsWith("<pre>") ? "\n\n" : "\n\n<p>").append(html);
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
        String text = html(component.documentation(), "{@code " + component.wireName() + "}");
        return component.isNullable() ? text + "; null where it is absent" : text;
    }

    private static String html(String documentation, String fallback) {
        return documentation.isBlank()
                ? fallback
                : new JavadocBlocks().add("", Markup.blocks(documentation)).toString();
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
