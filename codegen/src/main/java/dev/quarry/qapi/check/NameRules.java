package dev.quarry.qapi.check;

import dev.quarry.qapi.syntax.Dialect;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Which names the kinds of things may have. Before 6.0 nearly any. */
final class NameRules {
    private static final Pattern NAME =
            Pattern.compile(
                    "(?:__[a-z0-9.-]+_)?(?:x-)?([a-z][a-z0-9_-]*)", Pattern.CASE_INSENSITIVE);
    private static final Pattern NAME_BEFORE_60 =
            Pattern.compile("(?:__[a-z0-9.-]+_)?([a-z][a-z0-9_-]*)", Pattern.CASE_INSENSITIVE);
    private static final Pattern OLD_NAME = Pattern.compile("([A-Za-z0-9_][A-Za-z0-9_.-]*)");
    private static final Pattern CAMEL_CASE = Pattern.compile("[A-Z][A-Za-z0-9]*[a-z][A-Za-z0-9]*");

    private NameRules() {}

    /** The name in C: every character that is no letter and no digit becomes a {@code _}. */
    static String normalized(String name) {
        StringBuilder normalized = new StringBuilder(name);
        for (int i = 0; i < name.length(); i++) {
            if (!isLetterOrDigit(name.charAt(i))) {
                normalized.setCharAt(i, '_');
            }
        }
        return normalized.toString();
    }

    private static boolean isLetterOrDigit(char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
    }

    static void event(Subject subject, String name, String what) {
        String stem = stem(subject, name, what);
        boolean lower = !stem.equals(stem.toUpperCase(Locale.ROOT));
        if (isStrict(subject) && (lower || stem.contains("-"))) {
            throw subject.failure("the name of " + what + " may not have lower case or '-'");
        }
    }

    static void type(Subject subject, String name, String what) {
        String stem = stem(subject, name, what);
        if (isStrict(subject) && !CAMEL_CASE.matcher(stem).matches()) {
            throw subject.failure("the name of " + what + " must be in CamelCase");
        }
        if (subject.dialect().refuses(205) && name.endsWith("List")) {
            throw subject.failure("the name of " + what + " may not end in 'List'");
        }
        boolean kindIsTaken = subject.dialect().refuses(205) && !subject.dialect().accepts(602);
        if (kindIsTaken && name.endsWith("Kind")) {
            throw subject.failure("the name of " + what + " may not end in 'Kind'");
        }
    }

    /** Names of commands, members, features, branches and values. */
    static void lower(
            Subject subject, String name, String what, boolean permitUpper, boolean permitUnder) {
        String stem = stem(subject, name, what);
        boolean upper = !stem.equals(stem.toLowerCase(Locale.ROOT));
        boolean under = stem.contains("_");
        boolean refusesUpper = upper && !permitUpper && subject.dialect().refuses(209);
        if (refusesUpper || (isStrict(subject) && under && !permitUnder)) {
            throw subject.failure("the name of " + what + " may not have upper case or '_'");
        }
    }

    /** Refuses member names that generated C needs. */
    static void member(Subject subject, String name, String what) {
        String plain = normalized(name);
        boolean reserved = plain.equals("u") || plain.startsWith("has_");
        if (subject.dialect().refuses(205) && reserved) {
            throw subject.failure(what + " has a reserved name");
        }
    }

    private static boolean isStrict(Subject subject) {
        return subject.dialect().refuses(600);
    }

    private static Pattern pattern(Dialect dialect) {
        Pattern sinceV211 = dialect.acceptsUntil(600) ? NAME_BEFORE_60 : NAME;
        return dialect.acceptsUntil(211) ? OLD_NAME : sinceV211;
    }

    private static String stem(Subject subject, String name, String what) {
        Matcher matcher = pattern(subject.dialect()).matcher(name);
        boolean reserved = normalized(name).startsWith("q_") && subject.dialect().refuses(205);
        if (!matcher.matches() || reserved) {
            throw subject.failure(what + " has an invalid name");
        }
        return matcher.group(1);
    }
}
