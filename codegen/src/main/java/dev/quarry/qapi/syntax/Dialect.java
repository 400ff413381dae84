package dev.quarry.qapi.syntax;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The releases of QEMU whose schema language is read: one, or, in {@link #AUTO}, all of them. What
 * any of them accepts is accepted; what all of them refuse is an error.
 *
 * @param first the oldest one, as major × 100 + minor
 * @param last the newest one
 */
public record Dialect(int first, int last) {
    /** The union of all ages. */
    public static final Dialect AUTO = new Dialect(100, 1100);

    private static final Pattern VERSION = Pattern.compile("(\\d{1,2})\\.(\\d{1,2})");

    /**
     * The dialect of that name: {@code auto}, or a release such as {@code 7.2}.
     *
     * @throws IllegalArgumentException it is neither, or not from 1.0 to 11.0
     */
    public static Dialect of(String name) {
        if (name.equals("auto")) {
            return AUTO;
        }
        Matcher matcher = VERSION.matcher(name);
        if (matcher.matches()) {
            int version =
                    Integer.parseInt(matcher.group(1)) * 100 + Integer.parseInt(matcher.group(2));
            if (version >= AUTO.first && version <= AUTO.last) {
                return new Dialect(version, version);
            }
        }
        throw new IllegalArgumentException(
                "'" + name + "' is no dialect: expected auto, or a release from 1.0 to 11.0");
    }

    /** Whether something that came with a release is accepted. */
    public boolean accepts(int since) {
        return last >= since;
    }

    /** Whether something that went with a release is still accepted. */
    public boolean acceptsUntil(int removed) {
        return first < removed;
    }

    /** Whether something that was accepted from one release until another is. */
    public boolean acceptsBetween(int since, int removed) {
        return accepts(since) && acceptsUntil(removed);
    }

    /** Whether something that a release began to refuse is refused. */
    public boolean refuses(int since) {
        return first >= since;
    }
}
