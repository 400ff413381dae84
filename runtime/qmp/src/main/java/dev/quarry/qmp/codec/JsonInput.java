package dev.quarry.qmp.codec;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * A JSON value about to be decoded, with the path that leads to it and the conditions that hold.
 *
 * <p>Types are exact: {@code 1.0} and {@code "1"} are no integers. Every failure is a generic
 * {@link QmpException} that names the path, such as {@code file.cache.direct}. A strict input
 * refuses what the schema does not have; a lenient one, for what a newer server sends, keeps it:
 * members, values of enumerations, branches.
 */
public final class JsonInput {
    private static final BigInteger UINT64_MAX =
            BigInteger.ONE.shiftLeft(64).subtract(BigInteger.ONE);

    private final JsonNode node;
    private final String path;
    private final Conditions conditions;
    private final Origin origin;

    private JsonInput(JsonNode node, String path, Conditions conditions, Origin origin) {
        this.node = node;
        this.path = path;
        this.conditions = conditions;
        this.origin = origin;
    }

    /** Where a value comes from, which decides how exact it has to be. */
    private enum Origin {
        REQUEST,
        SERVER,
        COMMAND_LINE
    }

    /** The arguments of a command, or any value a client must get right. */
    public static JsonInput strict(JsonNode node, Conditions conditions) {
        return new JsonInput(node, "", conditions, Origin.REQUEST);
    }

    /**
     * An option of the command line in key=value form: as strict, but every scalar is written as a
     * string. Where the schema asks for an integer or a number, {@code "1048576"} is one, without
     * suffixes; {@code "on"} and {@code "off"} are booleans.
     */
    public static JsonInput keyval(JsonNode node, Conditions conditions) {
        return new JsonInput(node, "", conditions, Origin.COMMAND_LINE);
    }

    /** What a server sent: what is unknown here is kept as it is, every condition may hold. */
    public static JsonInput lenient(JsonNode node) {
        return new JsonInput(node, "", Conditions.all(), Origin.SERVER);
    }

    /** Another value in this one's place, to be decoded under the same rules. */
    public JsonInput withNode(JsonNode other) {
        return new JsonInput(other, path, conditions, origin);
    }

    /** What stands for the data of an event that has none. */
    public static JsonInput empty() {
        return lenient(JsonNodeFactory.instance.objectNode());
    }

    public JsonNode node() {
        return node;
    }

    /** The dotted path from the decoded value to this one; empty for the value itself. */
    public String path() {
        return path;
    }

    public Conditions conditions() {
        return conditions;
    }

    /** Whether what the schema lacks is kept as it is, and not refused. */
    public boolean isLenient() {
        return origin == Origin.SERVER;
    }

    JsonInput member(String name, JsonNode value) {
        return new JsonInput(value, memberPath(name), conditions, origin);
    }

    String memberPath(String name) {
        return path.isEmpty() ? name : path + "." + name;
    }

    /** Opens an object. */
    public ObjectInput object() {
        if (!node.isObject()) {
            throw mistyped("object");
        }
        return new ObjectInput(this);
    }

    /** Decodes an array, each element by the function. */
    public <T> List<T> list(Function<JsonInput, T> element) {
        if (!node.isArray()) {
            throw mistyped("array");
        }
        List<T> result = new ArrayList<>(node.size());
        for (JsonNode value : node.values()) {
            String at = path + "[" + result.size() + "]";
            result.add(element.apply(new JsonInput(value, at, conditions, origin)));
        }
        return List.copyOf(result);
    }

    public String string() {
        if (!node.isString()) {
            throw mistyped("string");
        }
        return node.stringValue();
    }

    public boolean bool() {
        if (isText()) {
            return KeyvalText.bool(this);
        }
        if (!node.isBoolean()) {
            throw mistyped("boolean");
        }
        return node.booleanValue();
    }

    /** Any number; an integer is widened. */
    public double number() {
        if (isText()) {
            return KeyvalText.number(this);
        }
        if (!node.isNumber()) {
            throw mistyped("number");
        }
        return node.isIntegralNumber() ? node.bigIntegerValue().doubleValue() : node.doubleValue();
    }

    /** JSON null. */
    public JsonNode nullValue() {
        if (!node.isNull()) {
            throw mistyped("null");
        }
        return node;
    }

    /** Refuses anything but an object without members. */
    public void noMembers() {
        object().finish();
    }

    /** Any JSON value, as it is. */
    public JsonNode any() {
        return node;
    }

    public int int8() {
        return (int) integer(Byte.MIN_VALUE, Byte.MAX_VALUE);
    }

    public int int16() {
        return (int) integer(Short.MIN_VALUE, Short.MAX_VALUE);
    }

    public int int32() {
        return (int) integer(Integer.MIN_VALUE, Integer.MAX_VALUE);
    }

    /**
     * An integer from -2^63 to 2^63-1. A server's introspection calls a {@code uint64} an integer,
     * too, so what a lenient input has above that comes as the long with the same 64 bits.
     */
    public long int64() {
        boolean unsigned = isLenient() && node.isIntegralNumber() && !node.canConvertToLong();
        return unsigned ? uint64().longValue() : integer(Long.MIN_VALUE, Long.MAX_VALUE);
    }

    public int uint8() {
        return (int) integer(0, 0xFF);
    }

    public int uint16() {
        return (int) integer(0, 0xFFFF);
    }

    public long uint32() {
        return integer(0, 0xFFFF_FFFFL);
    }

    /** An integer from 0 to 2^64-1, exact. */
    public BigInteger uint64() {
        BigInteger value = integer();
        if (value.signum() < 0 || value.compareTo(UINT64_MAX) > 0) {
            throw outOfRange("0", UINT64_MAX.toString());
        }
        return value;
    }

    private long integer(long min, long max) {
        BigInteger value = integer();
        if (value.bitLength() > 63 || value.longValue() < min || value.longValue() > max) {
            throw outOfRange(Long.toString(min), Long.toString(max));
        }
        return value.longValue();
    }

    private BigInteger integer() {
        if (isText()) {
            return KeyvalText.integer(this);
        }
        if (!node.isIntegralNumber()) {
            throw mistyped("integer");
        }
        return node.bigIntegerValue();
    }

    /** Whether this is a scalar of the command line, which may stand for any type. */
    private boolean isText() {
        return origin == Origin.COMMAND_LINE && node.isString();
    }

    /**
     * The constant that was found for this string.
     *
     * @param type the enumeration, for the failure
     * @throws QmpException none was found
     */
    public <E> E value(@Nullable E found, String type) {
        if (found == null) {
            throw fail("does not accept value '" + string() + "' (" + type + " lacks it)");
        }
        return found;
    }

    /** As {@link #value}; a lenient input keeps a string for which no constant was found. */
    public <E extends OpenEnum<E>> OpenEnum<E> openValue(@Nullable E found, String type) {
        return found == null && isLenient() ? new UnknownValue<>(string()) : value(found, type);
    }

    /** The failure of a value of the wrong JSON type. */
    public QmpException mistyped(String expected) {
        return fail("has the wrong type, expected: " + expected);
    }

    private QmpException outOfRange(String min, String max) {
        return fail("is out of range, expected: integer from " + min + " to " + max);
    }

    private QmpException fail(String problem) {
        String subject = path.isEmpty() ? "The value" : "Parameter '" + path + "'";
        return QmpException.generic(subject + " " + problem);
    }
}
