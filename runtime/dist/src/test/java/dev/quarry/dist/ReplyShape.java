package dev.quarry.dist;

import tools.jackson.databind.JsonNode;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Compares two replies by structure: the same members of the same JSON types all the way down, and
 * errors by their class. Elements of arrays have to find their like, in any order.
 */
final class ReplyShape {
    private final boolean oursMayBeFewer;

    private ReplyShape(boolean oursMayBeFewer) {
        this.oursMayBeFewer = oursMayBeFewer;
    }

    /**
     * What is different, in words; empty if nothing is.
     *
     * @param oursMayBeFewer whether arrays of ours may lack elements
     */
    static List<String> differences(JsonNode ours, JsonNode peers, boolean oursMayBeFewer) {
        return new ReplyShape(oursMayBeFewer).compare("$", ours, peers);
    }

    private List<String> compare(String path, JsonNode ours, JsonNode peers) {
        List<String> differences = new ArrayList<>();
        if (!type(ours).equals(type(peers))) {
            differences.add(path + " is " + type(ours) + ", not " + type(peers));
        } else if (path.equals("$.error")) {
            String our = ours.path("class").asString("");
            String peer = peers.path("class").asString("");
            if (!our.equals(peer)) {
                differences.add("error " + our + ", not " + peer + ": " + ours);
            }
        } else if (ours.isObject()) {
            members(path, ours, peers, differences);
        } else if (ours.isArray()) {
            elements(path, ours, peers, differences);
        }
        return differences;
    }

    private void members(String path, JsonNode ours, JsonNode peers, List<String> differences) {
        for (Map.Entry<String, JsonNode> member : ours.properties()) {
            String at = path + "." + member.getKey();
            JsonNode peer = peers.get(member.getKey());
            if (peer == null) {
                differences.add(at + " is new: " + member.getValue());
            } else {
                differences.addAll(compare(at, member.getValue(), peer));
            }
        }
        for (String name : peers.propertyNames()) {
            if (!ours.has(name)) {
                differences.add(path + "." + name + " is missing");
            }
        }
    }

    private void elements(String path, JsonNode ours, JsonNode peers, List<String> differences) {
        for (JsonNode our : ours.values()) {
            if (peers.valueStream().noneMatch(peer -> alike(our, peer))) {
                differences.add(path + " has what the peer's has not: " + our);
            }
        }
        if (!oursMayBeFewer) {
            for (JsonNode peer : peers.values()) {
                if (ours.valueStream().noneMatch(our -> alike(our, peer))) {
                    differences.add(path + " lacks the like of " + peer);
                }
            }
            if (ours.size() != peers.size()) {
                differences.add(path + " has " + ours.size() + " elements, not " + peers.size());
            }
        }
    }

    private boolean alike(JsonNode our, JsonNode peer) {
        return compare("[]", our, peer).isEmpty();
    }

    private static String type(JsonNode node) {
        return node.isNumber()
                ? node.isIntegralNumber() ? "integer" : "number"
                : node.getNodeType().name();
    }
}
