package dev.quarry.qapi.comment;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads the marks within paragraphs: literals, emphasis, references, names, addresses. */
public final class Spans {
    /** Spans are short, so that what only looks like the beginning of one costs little. */
    private static final String SHORT = "{0,300}?";

    private static final Pattern SPAN =
            Pattern.compile(
                    "``(?<code>[^`]"
                            + SHORT
                            + ")``"
                            + "|(?::[a-z:+-]{1,40}:)?`(?<ref>[^`]{1,300})`_{0,2}"
                            + "|(?<![\\w*])\\*\\*(?<strong>[^\\s*](?:[^*]"
                            + SHORT
                            + "[^\\s*])?)\\*\\*(?!\\w)"
                            + "|(?<![\\w*\\\\])\\*(?<emphasis>[^\\s*](?:[^*]"
                            + SHORT
                            + "[^\\s*\\\\])?)\\*(?![\\w*])"
                            + "|(?<![\\w@./])@(?<name>[A-Za-z_][\\w.-]{0,200}\\w|[A-Za-z])"
                            + "|(?<url>https?://[^\\s<>\"']{1,500})"
                            + "|\\\\(?<escaped>[*_`@|\\\\])",
                    Pattern.DOTALL);
    private static final Pattern TARGETED =
            Pattern.compile("(.*\\S)\\s*<([^<>]+)>", Pattern.DOTALL);

    private Spans() {}

    /** The spans of a text; together they have all its words. */
    public static List<Span> of(String text) {
        List<Span> spans = new ArrayList<>();
        StringBuilder plain = new StringBuilder();
        Matcher matcher = SPAN.matcher(text).useTransparentBounds(true);
        int end = 0;
        while (matcher.find()) {
            plain.append(text, end, matcher.start());
            end = matcher.end();
            if (matcher.group("escaped") != null) {
                plain.append(matcher.group("escaped"));
                continue;
            }
            flush(plain, spans);
            spans.add(span(matcher));
            if (spans.get(spans.size() - 1) instanceof Span.Url url) {
                end = matcher.start() + url.text().length();
                matcher.region(end, text.length());
            }
        }
        plain.append(text, end, text.length());
        flush(plain, spans);
        return List.copyOf(spans);
    }

    private static void flush(StringBuilder plain, List<Span> spans) {
        if (plain.length() > 0) {
            spans.add(new Span.Plain(plain.toString()));
            plain.setLength(0);
        }
    }

    private static Span span(Matcher matcher) {
        if (matcher.group("code") != null) {
            return new Span.Code(matcher.group("code"));
        }
        if (matcher.group("strong") != null) {
            return new Span.Strong(matcher.group("strong"));
        }
        if (matcher.group("emphasis") != null) {
            return new Span.Emphasis(matcher.group("emphasis"));
        }
        if (matcher.group("name") != null) {
            return new Span.Name(matcher.group("name"));
        }
        if (matcher.group("url") != null) {
            return new Span.Url(matcher.group("url").replaceAll("[.,;:!?)\\]]+$", ""));
        }
        return reference(matcher.group("ref"));
    }

    private static Span reference(String text) {
        Matcher targeted = TARGETED.matcher(text);
        if (targeted.matches()) {
            return new Span.Reference(targeted.group(1), targeted.group(2));
        }
        String target = text.startsWith("~") ? text.substring(1) : text;
        return new Span.Reference(target, target);
    }
}
