package dev.quarry.daemon.object;

import java.util.Map;

/** Something with properties that stands at a path. Any thread. */
public interface QomObject {
    /** Its kind, such as {@code secret}. */
    String type();

    /** What can be asked of it, by name, beside its {@code type}. The order says nothing. */
    Map<String, Property> properties();
}
