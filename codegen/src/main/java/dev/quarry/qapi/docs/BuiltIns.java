package dev.quarry.qapi.docs;

import java.util.LinkedHashMap;
import java.util.Map;

/** The types of the language itself, in words. */
final class BuiltIns {
    /** What their values are, by name, in the order in which they are listed. */
    static final Map<String, String> MEANINGS = meanings();

    private BuiltIns() {}

    private static Map<String, String> meanings() {
        Map<String, String> meanings = new LinkedHashMap<>();
        meanings.put("str", "a JSON string");
        meanings.put("bool", "true or false");
        meanings.put("number", "a JSON number, with or without a fraction");
        meanings.put("int", "an integer from −2⁶³ to 2⁶³ − 1");
        for (int bits : new int[] {8, 16, 32, 64}) {
            meanings.put("int" + bits, "an integer that fits into " + bits + " bits, with sign");
        }
        for (int bits : new int[] {8, 16, 32, 64}) {
            meanings.put("uint" + bits, "an integer of " + bits + " bits, not negative");
        }
        meanings.put("size", "a number of bytes: an integer of 64 bits, not negative");
        meanings.put("null", "null and nothing else");
        meanings.put("any", "any JSON value");
        meanings.put("visitor", "any JSON value, in schemas of before 2.5");
        meanings.put("dict", "any JSON object, in schemas of before 2.5");
        meanings.put("**", "any further members, in schemas of before 2.5");
        return meanings;
    }

    /** The anchor on the index page. */
    static String id(String name) {
        return "~type-" + name;
    }
}
