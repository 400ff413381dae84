package dev.quarry.qapi.introspect;

/** Text of a server as it goes into a message: in quotes, short, without control characters. */
final class Quoted {
    private static final int LONGEST = 80;

    private Quoted() {}

    static String of(String text) {
        return "'" + bare(text) + "'";
    }

    /** The same without the quotes. */
    static String bare(String text) {
        String start = text.length() > LONGEST ? text.substring(0, LONGEST) + "…" : text;
        return start.replaceAll("\\p{Cntrl}", "?");
    }
}
