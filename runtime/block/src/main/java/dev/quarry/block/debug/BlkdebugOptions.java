package dev.quarry.block.debug;

import dev.quarry.block.GivenMap;
import dev.quarry.block.Permissions;
import dev.quarry.qapi.generated.BlkdebugIOType;
import dev.quarry.qapi.generated.BlkdebugInjectErrorOptions;
import dev.quarry.qapi.generated.BlkdebugSetStateOptions;
import dev.quarry.qapi.generated.BlockPermission;
import dev.quarry.qapi.generated.BlockdevOptions;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * What is set for a node.
 *
 * @param config path of a file with more rules, or null
 * @param rules those given with the node
 * @param taken what it does to its child in any case
 * @param unshared what it lets no other user of its child do
 * @param strong the options that change what is seen, by wire name; rules are numbered
 */
record BlkdebugOptions(
        @Nullable String config,
        Constraints constraints,
        List<Rule> rules,
        Permissions taken,
        Permissions unshared,
        Map<String, Object> strong) {

    static BlkdebugOptions of(BlockdevOptions.Blkdebug given) {
        List<BlkdebugInjectErrorOptions> failures = orNone(given.injectError());
        List<BlkdebugSetStateOptions> states = orNone(given.setState());
        List<Rule> rules = new ArrayList<>();
        failures.forEach(failure -> rules.add(Rule.Failure.of(failure)));
        states.forEach(state -> rules.add(Rule.NewState.of(state)));
        return new BlkdebugOptions(
                given.config(),
                constraints(given),
                List.copyOf(rules),
                permissions(given.takeChildPerms()),
                permissions(given.unshareChildPerms()),
                strong(given, failures, states));
    }

    private static Constraints constraints(BlockdevOptions.Blkdebug given) {
        return new Constraints(
                Objects.requireNonNullElse(given.align(), 0L),
                orZero(given.maxTransfer()),
                orZero(given.optWriteZero()),
                orZero(given.maxWriteZero()),
                orZero(given.optDiscard()),
                orZero(given.maxDiscard()));
    }

    private static long orZero(@Nullable Integer bytes) {
        return bytes == null ? 0 : bytes;
    }

    private static <T> List<T> orNone(@Nullable List<T> given) {
        return Objects.requireNonNullElse(given, List.of());
    }

    private static Permissions permissions(@Nullable List<BlockPermission> given) {
        Permissions all = Permissions.NONE;
        for (BlockPermission one : orNone(given)) {
            all = all.with(permission(one));
        }
        return all;
    }

    private static Permissions permission(BlockPermission one) {
        return switch (one) {
            case CONSISTENT_READ -> Permissions.CONSISTENT_READ;
            case WRITE -> Permissions.WRITE;
            case WRITE_UNCHANGED -> Permissions.WRITE_UNCHANGED;
            case RESIZE -> Permissions.RESIZE;
        };
    }

    private static Map<String, Object> strong(
            BlockdevOptions.Blkdebug given,
            List<BlkdebugInjectErrorOptions> failures,
            List<BlkdebugSetStateOptions> states) {
        GivenMap map =
                new GivenMap()
                        .put("config", given.config())
                        .put("align", given.align())
                        .put("max-transfer", given.maxTransfer())
                        .put("opt-write-zero", given.optWriteZero())
                        .put("max-write-zero", given.maxWriteZero())
                        .put("opt-discard", given.optDiscard())
                        .put("max-discard", given.maxDiscard());
        for (int i = 0; i < failures.size(); i++) {
            put(map, "inject-error." + i + ".", failures.get(i));
        }
        for (int i = 0; i < states.size(); i++) {
            put(map, "set-state." + i + ".", states.get(i));
        }
        return map.map();
    }

    private static void put(GivenMap map, String prefix, BlkdebugInjectErrorOptions rule) {
        BlkdebugIOType kind = rule.iotype();
        map.put(prefix + "event", rule.event().wireName())
                .put(prefix + "state", rule.state())
                .put(prefix + "iotype", kind == null ? null : kind.wireName())
                .put(prefix + "errno", rule.errno())
                .put(prefix + "sector", rule.sector())
                .put(prefix + "once", rule.once())
                .put(prefix + "immediately", rule.immediately());
    }

    private static void put(GivenMap map, String prefix, BlkdebugSetStateOptions rule) {
        map.put(prefix + "event", rule.event().wireName())
                .put(prefix + "state", rule.state())
                .put(prefix + "new_state", rule.newState());
    }

    /** All that was given: what a reopening is compared with. */
    Map<String, Object> given() {
        Map<String, Object> all = new LinkedHashMap<>(strong);
        all.put("take-child-perms", taken.toString());
        all.put("unshare-child-perms", unshared.toString());
        return all;
    }

    /** Whether nothing but the file with rules is set. */
    boolean isOnlyConfig() {
        return strong.keySet().stream().allMatch("config"::equals);
    }
}
