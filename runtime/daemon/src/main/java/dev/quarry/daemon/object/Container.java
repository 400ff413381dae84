package dev.quarry.daemon.object;

import org.jspecify.annotations.Nullable;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * An object that holds others.
 *
 * @param path where it stands, without a slash at the end
 * @param children by name
 */
record Container(String path, Map<String, QomObject> children) implements QomObject {
    @Override
    public String type() {
        return "container";
    }

    @Override
    public Map<String, Property> properties() {
        Map<String, Property> properties = new LinkedHashMap<>();
        children.forEach((name, child) ->
                properties.put(
                        name, Property.text("child<" + child.type() + ">", path + "/" + name)));
        return properties;
    }

    /** What is reached by these names from here, or null. */
    @Nullable QomObject find(List<String> names) {
        QomObject found = this;
        for (String name : names) {
            found = found instanceof Container container ? container.children.get(name) : null;
        }
        return found;
    }
}
