package dev.quarry.daemon.object;

import dev.quarry.qmp.codec.QmpErrorClass;
import dev.quarry.qmp.codec.QmpException;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The objects there are, by id, and who uses them. An object in use stays. All failures are {@link
 * QmpException}s. Any thread.
 */
public final class ObjectRegistry {
    private static final Pattern ID = Pattern.compile("[A-Za-z][A-Za-z0-9._-]*");
    private static final String FOLDER = "objects";

    private final Map<String, QomObject> objects = new LinkedHashMap<>();
    private final Map<String, List<String>> users = new LinkedHashMap<>();
    private boolean everUsed;

    /** Creates an empty registry. */
    public ObjectRegistry() {}

    /** Adds an object under an id that is free. */
    public synchronized void add(String id, QomObject object) {
        checkFree(id);
        objects.put(id, object);
        everUsed = true;
    }

    /** Fails where {@link #add} would, before anything is done for a new object. */
    public synchronized void checkFree(String id) {
        if (!ID.matcher(id).matches()) {
            throw QmpException.generic(
                    "Parameter 'id' must be a letter and then letters, digits, '-', '.' and '_',"
                            + " unlike '"
                            + id
                            + "'");
        }
        if (objects.containsKey(id)) {
            throw QmpException.generic("There is an object '" + id + "' already");
        }
    }

    /** Removes an object that nobody uses. */
    public synchronized void remove(String id) {
        if (!objects.containsKey(id)) {
            throw QmpException.generic("There is no object '" + id + "'");
        }
        List<String> present = users.getOrDefault(id, List.of());
        if (!present.isEmpty()) {
            throw QmpException.generic(
                    "The object '"
                            + id
                            + "' is in use by "
                            + present.stream().distinct().collect(Collectors.joining(", ")));
        }
        objects.remove(id);
    }

    /**
     * An object, looked at now and not kept.
     *
     * @param kind the class it has to be of
     */
    public synchronized <T extends QomObject> T get(String id, Class<T> kind) {
        QomObject object = objects.get(id);
        if (!kind.isInstance(object)) {
            String what = kind.getSimpleName().toLowerCase(java.util.Locale.ROOT);
            throw QmpException.generic(
                    object == null
                            ? "There is no object '" + id + "'"
                            : "The object '" + id + "' is a " + object.type() + ", no " + what);
        }
        return kind.cast(object);
    }

    /**
     * An object that stays until {@link #release}.
     *
     * @param user names who needs it, in words for people, such as {@code node 'disk'}
     */
    public synchronized <T extends QomObject> T use(String id, Class<T> kind, String user) {
        T object = get(id, kind);
        users.computeIfAbsent(id, key -> new ArrayList<>()).add(user);
        return object;
    }

    /** Gives up what one {@link #use} got. */
    public synchronized void release(String id, String user) {
        List<String> present = users.get(id);
        if (present != null && present.remove(user) && present.isEmpty()) {
            users.remove(id);
        }
    }

    /**
     * What stands at a path. One that begins with a slash leads from the root; any other is looked
     * for at every depth.
     */
    public synchronized QomObject at(String path) {
        List<String> names = Arrays.stream(path.split("/")).filter(n -> !n.isEmpty()).toList();
        List<QomObject> found = new ArrayList<>();
        for (Container start : path.startsWith("/") ? List.of(root()) : everywhere()) {
            QomObject object = start.find(names);
            if (object != null) {
                found.add(object);
            }
        }
        if (found.size() > 1) {
            throw QmpException.generic("The path '" + path + "' leads to several objects");
        }
        if (found.isEmpty()) {
            throw new QmpException(
                    QmpErrorClass.DEVICE_NOT_FOUND, "There is no object at '" + path + "'");
        }
        return found.get(0);
    }

    private Container root() {
        return new Container("", everUsed ? Map.of(FOLDER, folder()) : Map.of());
    }

    private Container folder() {
        return new Container("/" + FOLDER, objects);
    }

    private List<Container> everywhere() {
        return List.of(root(), folder());
    }
}
