package dev.quarry.qapi.introspect;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** Makes parts of type names from names on the wire. */
final class NameParts {
    private NameParts() {}

    /** The words of a name, those of an event such as {@code BLOCK_JOB_READY} in lower case. */
    static List<String> words(String wireName) {
        boolean shouted = wireName.equals(wireName.toUpperCase(Locale.ROOT));
        String name = shouted ? wireName.toLowerCase(Locale.ROOT) : wireName;
        return Arrays.stream(name.split("[^A-Za-z0-9]+")).filter(w -> !w.isEmpty()).toList();
    }

    /** The words as one, each beginning with a capital: {@code null-co} becomes {@code NullCo}. */
    static String camel(List<String> words) {
        return words.stream()
                .map(w -> Character.toUpperCase(w.charAt(0)) + w.substring(1))
                .collect(Collectors.joining());
    }

    static String camel(String wireName) {
        return camel(words(wireName));
    }

    /** One of many: what an array calls its elements, as far as the ending tells. */
    static String singular(String plural) {
        if (plural.endsWith("ies")) {
            return cut(plural, 3) + "y";
        }
        if (plural.matches(".*(ss|x|ch|sh|us|ias)es")) {
            return cut(plural, 2);
        }
        return plural.matches(".*([^sui]|cpu)s") ? cut(plural, 1) : plural;
    }

    private static String cut(String text, int characters) {
        return text.substring(0, text.length() - characters);
    }

    /** The words that all of the names begin with. */
    static List<String> commonWords(List<String> wireNames) {
        List<String> common = words(wireNames.get(0));
        for (String name : wireNames) {
            List<String> words = words(name);
            int same = 0;
            while (same < Math.min(common.size(), words.size())
                    && common.get(same).equals(words.get(same))) {
                same++;
            }
            common = common.subList(0, same);
        }
        return common;
    }
}
