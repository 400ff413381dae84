package dev.quarry.qapi;

import dev.quarry.qapi.model.AlternateType;
import dev.quarry.qapi.model.ArrayType;
import dev.quarry.qapi.model.Branch;
import dev.quarry.qapi.model.EnumType;
import dev.quarry.qapi.model.JsonType;
import dev.quarry.qapi.model.Member;
import dev.quarry.qapi.model.ObjectType;
import dev.quarry.qapi.model.SchemaType;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.BooleanNode;
import tools.jackson.databind.node.DoubleNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.NullNode;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.node.StringNode;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;

/** Makes JSON that a type accepts; where asked for, with what only a newer schema would have. */
final class RandomJson {
    private static final int DEEP = 6;
    private static final List<String> TEXTS =
            List.of("", "a", "node0", "\"\\\u0001\n", "\u00e4\u4e16\ud83d\ude00", " ", "null");

    private final RandomGenerator random;
    private final double novelty;
    private final Map<String, Integer> depths = new HashMap<>();
    private int news;

    /**
     * @param novelty how probable something new is, from 0 to 1, at each place where it may be
     */
    RandomJson(RandomGenerator random, double novelty) {
        this.random = random;
        this.novelty = novelty;
    }

    /** How many new things all values had that were made. */
    int news() {
        return news;
    }

    JsonNode value(SchemaType type) {
        return value(type, DEEP);
    }

    private JsonNode value(SchemaType type, int depth) {
        if (type instanceof ArrayType array) {
            ArrayNode list = JsonNodeFactory.instance.arrayNode();
            int size = depth <= 0 ? 0 : random.nextInt(3);
            for (int i = 0; i < size; i++) {
                list.add(value(array.element().type(), depth - 1));
            }
            return list;
        }
        if (type instanceof EnumType values) {
            return StringNode.valueOf(text(values));
        }
        if (type instanceof AlternateType alternate) {
            return alternative(alternate, depth);
        }
        return type instanceof ObjectType object
                ? object(object, depth)
                : RandomScalar.of(type.name(), random);
    }

    private boolean isNew() {
        boolean is = random.nextDouble() < novelty;
        news += is ? 1 : 0;
        return is;
    }

    private String text(EnumType values) {
        if (values.values().isEmpty() || isNew()) {
            return "value of 2036 " + TEXTS.get(random.nextInt(TEXTS.size()));
        }
        return values.values().get(random.nextInt(values.values().size())).name();
    }

    private ObjectNode object(ObjectType type, int depth) {
        ObjectNode object = JsonNodeFactory.instance.objectNode();
        addMembers(type, depth, object);
        if (isNew()) {
            object.set("member of 2036", novel());
        }
        return object;
    }

    private void addMembers(ObjectType type, int depth, ObjectNode object) {
        String tag = type.isUnion() ? type.tagMember().name() : "";
        for (Member member : type.members()) {
            if (!member.name().equals(tag) && (!member.optional() || wanted(member, depth))) {
                object.set(member.name(), value(member.type().type(), depth - 1));
            }
        }
        if (type.isUnion()) {
            addBranch(type, tag, depth, object);
        }
    }

    private boolean wanted(Member member, int depth) {
        return depth > 0 && random.nextInt(3) > 0 && least(member.type().type()) < depth;
    }

    private void addBranch(ObjectType union, String tag, int depth, ObjectNode object) {
        if (isNew()) {
            object.put(tag, "branch of 2036");
            object.set("member of that branch", novel());
            return;
        }
        List<Branch> fit =
                union.branches().stream()
                        .filter(b -> least(b.type().type()) <= Math.max(depth, least(union)))
                        .toList();
        Branch branch = fit.get(random.nextInt(fit.size()));
        object.put(tag, branch.name());
        addMembers((ObjectType) branch.type().type(), depth, object);
    }

    private JsonNode alternative(AlternateType alternate, int depth) {
        if (isNew()) {
            return unlike(alternate);
        }
        List<Branch> fit =
                alternate.branches().stream()
                        .filter(b -> least(b.type().type()) <= Math.max(depth, least(alternate)))
                        .toList();
        return value(fit.get(random.nextInt(fit.size())).type().type(), depth - 1);
    }

    /** Of a JSON type that no branch takes. */
    private static JsonNode unlike(AlternateType alternate) {
        List<JsonType> taken =
                alternate.branches().stream().map(b -> b.type().type().jsonType()).toList();
        JsonNodeFactory make = JsonNodeFactory.instance;
        if (!taken.contains(JsonType.ARRAY)) {
            return make.arrayNode().add(1).add("x");
        }
        return taken.contains(JsonType.BOOLEAN) ? make.objectNode() : BooleanNode.TRUE;
    }

    private JsonNode novel() {
        return switch (random.nextInt(4)) {
            case 0 -> JsonNodeFactory.instance.objectNode().put("a", 1).putNull("b");
            case 1 -> JsonNodeFactory.instance.arrayNode().add("x").add(2);
            case 2 -> DoubleNode.valueOf(0.5);
            default -> NullNode.getInstance();
        };
    }

    /** How deep the flattest value of a type is: 0 for one without parts. */
    private int least(SchemaType type) {
        Integer known = depths.get(type.name());
        if (known != null) {
            return known;
        }
        depths.put(type.name(), DEEP * 2);
        int least = 0;
        if (type instanceof ObjectType object) {
            least = Math.max(members(object), object.isUnion() ? branches(object.branches()) : 0);
        } else if (type instanceof AlternateType alternate) {
            least = 1 + branches(alternate.branches());
        }
        depths.put(type.name(), least);
        return least;
    }

    private int members(ObjectType object) {
        return object.members().stream()
                .filter(m -> !m.optional())
                .mapToInt(m -> 1 + least(m.type().type()))
                .max()
                .orElse(0);
    }

    private int branches(List<Branch> branches) {
        return branches.stream().mapToInt(b -> least(b.type().type())).min().orElse(0);
    }
}
