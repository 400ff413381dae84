package dev.quarry.qapi.docs;

import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Writes a conversation: who says what, and the parts of the JSON told apart. */
final class ExampleText {
    private static final Pattern TOKEN =
            Pattern.compile(
                    "(?<key>\"(?:[^\"\\\\\n]|\\\\.){0,2000}\"(?=\\s{0,20}:))"
                            + "|(?<string>\"(?:[^\"\\\\\n]|\\\\.){0,2000}\")"
                            + "|(?<number>(?<![\\w.])-?\\d[\\d.eE+-]{0,40}(?![\\w]))"
                            + "|(?<word>\\b(?:true|false|null)\\b)");
    private static final Set<String> NAMING = Set.of("\"execute\"", "\"exec-oob\"", "\"event\"");

    private final Site site;
    private final Html html;
    private String key = "";

    ExampleText(Site site, Html html) {
        this.site = site;
        this.html = html;
    }

    void write(String text) {
        html.open("pre", "class", "example", "tabindex", "0", "aria-label", "Example");
        boolean inMessage = false;
        for (String line : text.lines().toList()) {
            String arrow = arrow(line);
            if (!arrow.isEmpty()) {
                if (inMessage) {
                    html.close();
                }
                boolean out = arrow.equals("->");
                html.open("span", "class", out ? "out" : "in");
                int at = line.indexOf(arrow);
                html.text(line.substring(0, at));
                html.element(
                        "span",
                        arrow,
                        "class",
                        "arrow",
                        "title",
                        out ? "sent to the server" : "sent by the server");
                json(line.substring(at + 2));
                inMessage = true;
            } else {
                json(line);
            }
            html.text("\n");
        }
        if (inMessage) {
            html.close();
        }
        html.close().line();
    }

    private static String arrow(String line) {
        String text = line.strip();
        return text.startsWith("->") ? "->" : text.startsWith("<-") ? "<-" : "";
    }

    private void json(String text) {
        Matcher matcher = TOKEN.matcher(text);
        int end = 0;
        while (matcher.find()) {
            html.text(text.substring(end, matcher.start()));
            token(matcher);
            end = matcher.end();
        }
        html.text(text.substring(end));
    }

    private void token(Matcher matcher) {
        String text = matcher.group();
        if (matcher.group("key") != null) {
            key = text;
            html.element("span", text, "class", "k");
        } else if (matcher.group("string") != null) {
            string(text);
        } else {
            html.element("span", text, "class", "n");
        }
    }

    private void string(String text) {
        String name = text.substring(1, text.length() - 1);
        html.open("span", "class", "s");
        if (NAMING.contains(key) && site.find(name).isPresent()) {
            html.text("\"").element("a", name, "href", site.href(name).orElse("")).text("\"");
        } else {
            html.text(text);
        }
        html.close();
    }
}
