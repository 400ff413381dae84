package dev.quarry.qmp;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Compares what two answers to {@code query-qmp-schema} say of commands and events, and of all that
 * they lead to. Names of types mean nothing, so types are compared by what they are. The first
 * answer may lack branches of a union together with the values of its tag; all else has to be the
 * same.
 */
final class IntrospectionComparison {
    private static final Set<String> ENTRIES = Set.of("command", "event");

    private final Map<String, JsonNode> ours;
    private final Map<String, JsonNode> peers;
    private final Set<String> met = new HashSet<>();
    private final List<EnumPair> enums = new ArrayList<>();
    private final Map<String, Set<String>> absentBranches = new HashMap<>();
    private final List<String> differences = new ArrayList<>();
    private final List<String> whole;

    /** Two enums that are to be compared when all unions are known. */
    private record EnumPair(String path, String ourName, JsonNode our, JsonNode peer) {}

    /** Both are whole answers. */
    IntrospectionComparison(JsonNode ours, JsonNode peers) {
        this.ours = byName(ours);
        this.peers = byName(peers);
        entries().forEach(name -> element(name, name, name));
        enums.forEach(this::values);
        whole = List.copyOf(differences);
    }

    /** Whether there is no difference at all. */
    boolean agrees() {
        return whole.isEmpty();
    }

    /** The names of our commands and events: where a reader of an answer begins. */
    List<String> entries() {
        return ours.entrySet().stream()
                .filter(element -> ENTRIES.contains(text(element.getValue(), "meta-type")))
                .map(Map.Entry::getKey)
                .toList();
    }

    /**
     * The differences in what is said of a command or event, each with the path that leads to it.
     */
    List<String> differences(String name) {
        met.clear();
        enums.clear();
        differences.clear();
        element(name, name, name);
        enums.forEach(this::values);
        return List.copyOf(differences);
    }

    private static Map<String, JsonNode> byName(JsonNode answer) {
        Map<String, JsonNode> elements = new HashMap<>();
        answer.forEach(element -> elements.put(text(element, "name"), element));
        return elements;
    }

    private void element(String path, String ourName, String peerName) {
        JsonNode our = ours.get(ourName);
        JsonNode peer = peers.get(peerName);
        if (our == null || peer == null) {
            differences.add(
                    path + ": described by " + (peer == null ? "us" : "the peer") + " only");
        } else if (met.add(ourName + " as " + peerName)) {
            same(path, "features", our, peer);
            if (same(path, "meta-type", our, peer)) {
                content(path, ourName, our, peer);
            }
        }
    }

    private void content(String path, String ourName, JsonNode our, JsonNode peer) {
        switch (text(our, "meta-type")) {
            case "builtin" -> same(path, "json-type", our, peer);
            case "array" -> follow(path + "[]", "element-type", our, peer);
            case "enum" -> enums.add(new EnumPair(path, ourName, our, peer));
            case "alternate" -> choices(path, our.get("members"), peer.get("members"));
            case "object" -> object(path, our, peer);
            case "event" -> follow(path, "arg-type", our, peer);
            case "command" -> {
                same(path, "allow-oob", our, peer);
                follow(path, "arg-type", our, peer);
                follow(path + " reply", "ret-type", our, peer);
            }
            default -> differences.add(path + ": unknown meta-type");
        }
    }

    private void choices(String path, JsonNode our, JsonNode peer) {
        if (our.size() != peer.size()) {
            differences.add(path + ": other number of choices");
            return;
        }
        for (int i = 0; i < our.size(); i++) {
            follow(path + " choice " + i, "type", our.get(i), peer.get(i));
        }
    }

    private void object(String path, JsonNode our, JsonNode peer) {
        Map<String, JsonNode> ourMembers = index(our.get("members"), "name");
        Map<String, JsonNode> peerMembers = index(peer.get("members"), "name");
        expect(path, "members", peerMembers.keySet(), ourMembers.keySet());
        ourMembers.forEach((name, member) -> member(path, name, member, peerMembers.get(name)));
        JsonNode tag = our.has("tag") ? ourMembers.get(text(our, "tag")) : null;
        if (same(path, "tag", our, peer) && tag != null) {
            branches(path, our, peer, text(tag, "type"));
        }
    }

    private void member(String path, String name, JsonNode our, @Nullable JsonNode peer) {
        if (peer != null) {
            same(path + "." + name, "default", our, peer);
            same(path + "." + name, "features", our, peer);
            follow(path + "." + name, "type", our, peer);
        }
    }

    private void branches(String path, JsonNode our, JsonNode peer, String ourTagType) {
        Map<String, JsonNode> ourBranches = index(our.get("variants"), "case");
        Map<String, JsonNode> peerBranches = index(peer.get("variants"), "case");
        Set<String> absent = minus(peerBranches.keySet(), ourBranches.keySet());
        absentBranches.computeIfAbsent(ourTagType, type -> new TreeSet<>()).addAll(absent);
        expect(path, "branches", minus(peerBranches.keySet(), absent), ourBranches.keySet());
        ourBranches.forEach(
                (value, branch) -> branch(path, value, branch, peerBranches.get(value)));
    }

    private void branch(String path, String value, JsonNode our, @Nullable JsonNode peer) {
        if (peer != null) {
            follow(path + "/" + value, "type", our, peer);
        }
    }

    private void values(EnumPair pair) {
        Map<String, JsonNode> our = index(pair.our.get("members"), "name");
        Map<String, JsonNode> peer = index(pair.peer.get("members"), "name");
        Set<String> absent = absentBranches.getOrDefault(pair.ourName, Set.of());
        expect(pair.path, "values", minus(peer.keySet(), absent), our.keySet());
        our.forEach((name, value) -> valueFeatures(pair.path, name, value, peer.get(name)));
        Set<String> old = new TreeSet<>();
        pair.our.get("values").forEach(value -> old.add(value.asString()));
        expect(pair.path, "values in the old form", our.keySet(), old);
    }

    private void valueFeatures(String path, String name, JsonNode our, @Nullable JsonNode peer) {
        if (peer != null) {
            same(path + "=" + name, "features", our, peer);
        }
    }

    private void follow(String path, String key, JsonNode our, JsonNode peer) {
        element(path, text(our, key), text(peer, key));
    }

    private boolean same(String path, String key, JsonNode our, JsonNode peer) {
        JsonNode ourValue = our.get(key);
        JsonNode peerValue = peer.get(key);
        if (Objects.equals(ourValue, peerValue)) {
            return true;
        }
        differences.add(path + ": " + key + " is " + ourValue + ", not " + peerValue);
        return false;
    }

    private void expect(String path, String what, Set<String> expected, Set<String> actual) {
        if (!expected.equals(actual)) {
            differences.add(path + ": " + what + " are " + actual + ", not " + expected);
        }
    }

    private static Map<String, JsonNode> index(JsonNode list, String key) {
        Map<String, JsonNode> indexed = new TreeMap<>();
        list.forEach(entry -> indexed.put(text(entry, key), entry));
        return indexed;
    }

    private static Set<String> minus(Set<String> from, Set<String> what) {
        Set<String> rest = new TreeSet<>(from);
        rest.removeAll(what);
        return rest;
    }

    private static String text(JsonNode node, String key) {
        return node.required(key).asString();
    }
}
