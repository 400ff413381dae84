package dev.quarry.qapi.check;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Which names the kinds of things may have. */
final class NameRules {
    private static final Pattern NAME =
            Pattern.compile(
                    "(?:__[a-z0-9.-]+_)?(?:x-)?([a-z][a-z0-9_-]*)", Pattern.CASE_INSENSITIVE);
    private static final Pattern CAMEL_CASE = Pattern.compile("[A-Z][A-Za-z0-9]*[a-z][A-Za-z0-9]*");

    private NameRules() {}

    /**
     * The name in lower-level code: every character that is no letter and no digit becomes a {@code
     * _}.
     */
    static String normalized(String name) {
        return name.replaceAll("[^A-Za-z0-9]", "_");
    }

    static void event(Subject subject, String name, String what) {
        String stem = stem(subject, name, what);
        if (!stem.equals(stem.toUpperCase(Locale.ROOT)) || stem.contains("-")) {
            throw subject.failure("the name of " + what + " may not have lower case or '-'");
        }
    }

    static void type(Subject subject, String name, String what) {
        if (!CAMEL_CASE.matcher(stem(subject, name, what)).matches()) {
            throw subject.failure("the name of " + what + " must be in CamelCase");
        }
        if (name.endsWith("List")) {
            throw subject.failure("the name of " + what + " may not end in 'List'");
        }
    }

    /** Names of commands, members, features, branches and values. */
    static void lower(
            Subject subject, String name, String what, boolean permitUpper, boolean permitUnder) {
        String stem = stem(subject, name, what);
        boolean upper = !stem.equals(stem.toLowerCase(Locale.ROOT));
        if ((upper && !permitUpper) || (stem.contains("_") && !permitUnder)) {
            throw subject.failure("the name of " + what + " may not have upper case or '_'");
        }
    }

    /** Refuses member names that generated code needs. */
    static void member(Subject subject, String name, String what) {
        String plain = normalized(name);
        if (plain.equals("u") || plain.startsWith("has_")) {
            throw subject.failure(what + " has a reserved name");
        }
    }

    private static String stem(Subject subject, String name, String what) {
        Matcher matcher = NAME.matcher(name);
        if (!matcher.matches() || normalized(name).startsWith("q_")) {
            throw subject.failure(what + " has an invalid name");
        }
        return matcher.group(1);
    }
}
