package dev.quarry.qapi.docs;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What documentation says of a member in brackets, in one of the usual ways.
 *
 * @param text the rest
 * @param since the release it came with; empty where it does not say
 * @param fallback the value it has where it is absent; empty where it does not say
 */
record Remarks(String text, String since, String fallback) {
    private static final Pattern SINCE =
            Pattern.compile(
                    "\\s*\\((?i:since):?\\s+(?:QEMU\\s+)?(\\d[\\w.]{0,10})\\)(?=[\\s.,;]|$)");
    private static final Pattern DEFAULT =
            Pattern.compile(
                    "\\s*\\((?i:default)(?::|s\\s+to|\\s+is)?\\s+([^(),\\s][^(),]{0,30})"
                            + "(?:[,;]\\s+(?i:since):?\\s+(\\d[\\w.]{0,10}))?\\)(?=[\\s.,;]|$)");

    private static final Pattern LAST_WORD = Pattern.compile("\\w$");
    private static final Pattern NEXT_SENTENCE = Pattern.compile("\\s+[A-Z]");

    static Remarks of(String text) {
        Matcher since = SINCE.matcher(text);
        boolean dated = since.find();
        String undated = dated ? cut(text, since) : text;
        Matcher fallback = DEFAULT.matcher(undated);
        if (!fallback.find()) {
            return new Remarks(undated.strip(), dated ? since.group(1) : "", "");
        }
        String release = fallback.group(2) == null ? "" : fallback.group(2);
        return new Remarks(
                cut(undated, fallback).strip(),
                dated ? since.group(1) : release,
                fallback.group(1).replaceAll("\\s+", " "));
    }

    /** A full stop stands where the remark did, if a sentence ended with it. */
    private static String cut(String text, Matcher found) {
        String before = text.substring(0, found.start());
        String after = text.substring(found.end());
        return NEXT_SENTENCE.matcher(after).lookingAt() && LAST_WORD.matcher(before).find()
                ? before + "." + after
                : before + after;
    }
}
