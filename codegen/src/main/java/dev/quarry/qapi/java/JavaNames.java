package dev.quarry.qapi.java;

import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

import javax.lang.model.SourceVersion;

/**
 * From wire names to Java names. A name that Java or the generated code needs gets a {@code _} at
 * its end.
 */
final class JavaNames {
    private static final Pattern NO_NAME = Pattern.compile("[^A-Za-z0-9]+");

    /** What a record or method may not be called, and what generated records have themselves. */
    private static final Set<String> RESERVED_MEMBERS =
            Set.of(
                    "clone",
                    "finalize",
                    "getClass",
                    "hashCode",
                    "notify",
                    "notifyAll",
                    "toString",
                    "wait",
                    "builder",
                    "toBuilder",
                    "build",
                    "wireName",
                    "hasData",
                    "yield");

    /** Classes that no generated class may hide. */
    static final Set<String> JAVA_LANG =
            Set.of(
                    "Boolean",
                    "Byte",
                    "Character",
                    "Class",
                    "Deprecated",
                    "Double",
                    "Enum",
                    "Error",
                    "Exception",
                    "Float",
                    "Integer",
                    "Iterable",
                    "Long",
                    "Math",
                    "Module",
                    "Number",
                    "Object",
                    "Override",
                    "Package",
                    "Process",
                    "Record",
                    "Runnable",
                    "Runtime",
                    "Short",
                    "String",
                    "System",
                    "Thread",
                    "Throwable",
                    "Void");

    private JavaNames() {}

    /** Lower camel case, for members and methods: {@code node-name} becomes {@code nodeName}. */
    static String member(String wireName) {
        String name = camel(wireName);
        return safe(Character.toLowerCase(name.charAt(0)) + name.substring(1));
    }

    /** A method's name; the rules for components hold for it, too. */
    static String method(String wireName) {
        return member(wireName);
    }

    /** Upper camel case, for branches and modules: {@code null-co} becomes {@code NullCo}. */
    static String type(String wireName) {
        return safe(camel(wireName));
    }

    /** The name of a type: the same, but for what Java does not allow in it. */
    static String ofType(String wireName) {
        return SourceVersion.isName(wireName) ? wireName : type(wireName);
    }

    /** As {@link #type}, from a name in upper case such as {@code JOB_STATUS_CHANGE}. */
    static String typeOfUpperCase(String wireName) {
        return type(wireName.toLowerCase(Locale.ROOT));
    }

    /** Upper case with underscores, for enum constants: {@code null-co} becomes {@code NULL_CO}. */
    static String constant(String wireName) {
        String name = wireName.replaceAll("[^A-Za-z0-9]", "_").toUpperCase(Locale.ROOT);
        boolean bad = Character.isDigit(name.charAt(0)) || SourceVersion.isKeyword(name);
        return bad ? "_" + name : name;
    }

    private static String camel(String wireName) {
        StringBuilder name = new StringBuilder();
        NO_NAME.splitAsStream(wireName)
                .filter(word -> !word.isEmpty())
                .forEach(word ->
                        name.append(Character.toUpperCase(word.charAt(0)))
                                .append(word.substring(1)));
        boolean digit = name.length() > 0 && Character.isDigit(name.charAt(0));
        return digit || name.length() == 0 ? "_" + name : name.toString();
    }

    private static String safe(String name) {
        boolean taken = SourceVersion.isKeyword(name) || RESERVED_MEMBERS.contains(name);
        return taken ? name + "_" : name;
    }
}
