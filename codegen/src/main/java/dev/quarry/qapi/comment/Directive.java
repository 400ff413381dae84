package dev.quarry.qapi.comment;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads {@code .. name:: argument}, its options, and the indented lines below. */
final class Directive {
    private static final Pattern FIRST = Pattern.compile("\\.\\. +([a-z][a-z-]*):: *(.*)");
    private static final Pattern OPTION = Pattern.compile(":([a-z-]+): *(.*)");
    private static final Set<String> ADMONITIONS =
            Set.of(
                    "admonition",
                    "attention",
                    "caution",
                    "danger",
                    "error",
                    "hint",
                    "important",
                    "note",
                    "seealso",
                    "tip",
                    "todo",
                    "warning");

    private final String name;
    private final String argument;
    private final Map<String, String> options = new LinkedHashMap<>();
    private final List<String> body;
    private final int depth;

    private Directive(String name, String argument, List<String> body, int depth) {
        this.name = name;
        this.argument = argument;
        this.depth = depth;
        this.body = new ArrayList<>(body);
        while (!this.body.isEmpty() && OPTION.matcher(this.body.get(0)).matches()) {
            Matcher option = OPTION.matcher(this.body.remove(0));
            if (option.matches()) {
                options.put(option.group(1), option.group(2));
            }
        }
    }

    /** Reads the directive whose first line is ahead; one that is not known stays as it is. */
    static List<Block> read(Lines lines, int depth) {
        String first = lines.next();
        List<String> body = Lines.dedented(lines.takeIndented());
        Matcher matcher = FIRST.matcher(first);
        if (!matcher.matches()) {
            return List.of(); // a comment, or a target
        }
        Directive directive = new Directive(matcher.group(1), matcher.group(2), body, depth);
        return directive.blocks(first, body);
    }

    private List<Block> blocks(String first, List<String> whole) {
        if (name.equals("qmp-example")) {
            return List.of(example());
        }
        if (ADMONITIONS.contains(name)) {
            boolean titled = name.equals("admonition");
            return List.of(
                    new Block.Admonition(
                            titled ? "note" : name,
                            titled ? argument : "",
                            inner(titled ? body : withArgument())));
        }
        return switch (name) {
            case "code-block", "code", "parsed-literal", "math" ->
                    List.of(new Block.Literal(String.join("\n", Lines.dedented(body)).strip()));
            case "table" -> inner(withArgument());
            default -> {
                List<String> source = new ArrayList<>(List.of(first));
                whole.forEach(l -> source.add("   " + l));
                yield List.of(new Block.Literal(String.join("\n", source).stripTrailing()));
            }
        };
    }

    private Block example() {
        String title = options.getOrDefault("title", argument);
        if (!options.containsKey("annotated")) {
            return new Block.Example(title, String.join("\n", trimmed()));
        }
        List<Block> blocks = new ArrayList<>();
        for (Block block : inner(body)) {
            blocks.add(
                    block instanceof Block.Literal literal
                            ? new Block.Example("", literal.text())
                            : block);
        }
        return new Block.AnnotatedExample(title, blocks);
    }

    private List<String> trimmed() {
        List<String> lines = Lines.dedented(body);
        while (!lines.isEmpty() && lines.get(0).isEmpty()) {
            lines.remove(0);
        }
        return lines;
    }

    private List<String> withArgument() {
        List<String> all = new ArrayList<>();
        all.add(argument);
        all.addAll(Lines.dedented(body));
        return all;
    }

    private List<Block> inner(List<String> lines) {
        return Markup.blocks(lines, depth + 1);
    }
}
