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
        for (int i = 0; i < text.length(); i++) {
            if (!mayBegin(text, i) || !matcher.region(i, text.length()).lookingAt()) {
                plain.append(text.charAt(i));
            } else if (matcher.group("escaped") != null) {
                plain.append(matcher.group("escaped"));
                i++;
            } else {
                flush(plain, spans);
                Span span = span(matcher);
                spans.add(span);
                i = (span instanceof Span.Url ? i + span.text().length() : matcher.end()) - 1;
            }
        }
        flush(plain, spans);
        return List.copyOf(spans);
    }

    /** Whether a span may begin at a place; spares looking closer at most of them. */
    private static boolean mayBegin(String text, int at) {
        return switch (text.charAt(at)) {
            case '`', '*', '@', '\\' -> true;
            case ':' -> at + 1 < text.length() && Character.isLetter(text.charAt(at + 1));
            case 'h' -> text.startsWith("http", at);
            default -> false;
        };
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
