package dev.quarry.daemon.command;

import dev.quarry.qmp.codec.QmpErrorClass;
import dev.quarry.qmp.codec.QmpException;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

import java.util.Map;
import java.util.Set;

/**
 * The 2014 form of {@code blockdev-add}, <code>{"options": {"id": "drive0", …}}</code>, rewritten
 * into today's before it is decoded.
 *
 * <p>It differs in this: the arguments are wrapped in {@code options}; the top level must have an
 * {@code id}, the name of a device; {@code aio} is a common option and goes down to the inline
 * child that opens the file; {@code rerror}, {@code werror} and {@code cache.writeback} exist, and
 * only the values a storage service can honour are taken. Everything else is left as it stands, for
 * the decoder to judge. In either form an {@code id} below the top level is refused.
 */
public final class LegacyForm {
    private static final String OPTIONS = "options";
    private static final String ID = "id";
    private static final String DRIVER = "driver";
    private static final String FILE = "file";
    private static final String AIO = "aio";
    private static final String CACHE = "cache";
    private static final String WRITEBACK = "writeback";

    /** The drivers that have {@code aio} themselves. */
    private static final Set<String> OPENS_FILES = Set.of("file", "host_device", "host_cdrom");

    private LegacyForm() {}

    /**
     * The arguments of {@code blockdev-add} in today's form. Those given are not changed.
     *
     * @throws QmpException naming the option that is missing, misplaced or not supported
     */
    public static JsonNode rewritten(JsonNode arguments) {
        JsonNode options = arguments.has(OPTIONS) ? unwrapped(arguments) : arguments;
        refuseNestedIds(options, "");
        return options;
    }

    private static ObjectNode unwrapped(JsonNode arguments) {
        if (arguments.size() != 1) {
            throw refused("'options' holds the whole description: put the other members into it");
        }
        if (!(arguments.get(OPTIONS) instanceof ObjectNode given)) {
            throw refused("Parameter 'options' must be an object");
        }
        if (!given.has(ID)) {
            throw refused("Parameter 'id' is missing: a device added by 'options' needs one");
        }
        ObjectNode options = given.deepCopy();
        rewrite(options, "");
        return options;
    }

    /** Rewrites one node's options and those of its inline children. */
    private static void rewrite(ObjectNode node, String path) {
        takeDefault(node, "rerror", "report", path);
        takeDefault(node, "werror", "enospc", path);
        takeWriteback(node, path);
        moveAio(node, path);
        node.properties().stream()
                .filter(LegacyForm::isInlineChild)
                .forEach(m -> rewrite((ObjectNode) m.getValue(), path + m.getKey() + "."));
    }

    private static void takeDefault(ObjectNode node, String name, String only, String path) {
        JsonNode value = node.remove(name);
        if (value != null && !(value.isString() && value.stringValue().equals(only))) {
            throw refused("Parameter '" + path + name + "' supports '" + only + "' only");
        }
    }

    private static void takeWriteback(ObjectNode node, String path) {
        if (node.get(CACHE) instanceof ObjectNode cache) {
            JsonNode writeback = cache.remove(WRITEBACK);
            if (writeback != null && !(writeback.isBoolean() && writeback.booleanValue())) {
                throw refused("Parameter '" + path + "cache.writeback' supports true only");
            }
        }
    }

    private static void moveAio(ObjectNode node, String path) {
        JsonNode aio = node.get(AIO);
        if (aio == null || OPENS_FILES.contains(node.path(DRIVER).asString(""))) {
            return;
        }
        if (!(node.get(FILE) instanceof ObjectNode file)) {
            throw refused(
                    "Parameter '"
                            + path
                            + "aio' needs an inline 'file'; set it where the file is opened");
        }
        if (file.has(AIO) && !file.get(AIO).equals(aio)) {
            throw refused("Parameters '" + path + "aio' and '" + path + "file.aio' differ");
        }
        node.remove(AIO);
        file.set(AIO, aio);
    }

    private static void refuseNestedIds(JsonNode node, String path) {
        for (Map.Entry<String, JsonNode> member : node.properties()) {
            if (isInlineChild(member)) {
                String child = path + member.getKey() + ".";
                if (member.getValue().has(ID)) {
                    throw refused(
                            "Parameter '"
                                    + child
                                    + "id' is unexpected: only the top level has one");
                }
                refuseNestedIds(member.getValue(), child);
            }
        }
    }

    private static boolean isInlineChild(Map.Entry<String, JsonNode> member) {
        return member.getValue().has(DRIVER);
    }

    private static QmpException refused(String description) {
        return new QmpException(QmpErrorClass.GENERIC_ERROR, description);
    }
}
