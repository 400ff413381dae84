package dev.quarry.block.driver;

import dev.quarry.block.BlockException;
import dev.quarry.block.ChildDefinition;
import dev.quarry.block.ChildRole;
import dev.quarry.block.GivenOptions;
import dev.quarry.block.NodeDefinition;
import dev.quarry.block.debug.BlkdebugDriver;
import dev.quarry.block.qcow2.Qcow2Driver;
import dev.quarry.block.quorum.QuorumDriver;
import dev.quarry.posix.Errno;
import dev.quarry.qapi.generated.BlockdevCacheOptions;
import dev.quarry.qapi.generated.BlockdevDiscardOptions;
import dev.quarry.qapi.generated.BlockdevOptions;
import dev.quarry.qapi.generated.BlockdevOptionsNull;
import dev.quarry.qapi.generated.BlockdevRef;
import dev.quarry.qapi.generated.BlockdevRefOrNull;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * From the schema's options to a definition: the one switch over the drivers. Does no I/O; the
 * options that one driver alone has are read by {@link DriverOptions}. Any thread.
 */
public final class BlockDrivers {
    private BlockDrivers() {}

    /**
     * Defines a node with its inline children, without a device name.
     *
     * @throws BlockException naming an option whose value is wrong or not supported
     */
    public static NodeDefinition define(BlockdevOptions options) {
        GivenOptions given = given(options);
        return switch (options) {
            case BlockdevOptions.Blkdebug debug -> blkdebug(given, debug);
            case BlockdevOptions.CopyOnRead copy ->
                    CopyOnReadDriver.define(
                            given, copy.bottom(), child("file", ChildRole.FILTER, copy.file()));
            case BlockdevOptions.File file ->
                    FileDriver.define(given, DriverOptions.file(file.data()))
                            .withSettings(DriverOptions.settings(file.data()));
            case BlockdevOptions.HostDevice device ->
                    FileDriver.defineDevice(given, DriverOptions.file(device.data()))
                            .withSettings(DriverOptions.settings(device.data()));
            case BlockdevOptions.Nbd nbd ->
                    NbdDriver.define(given, NbdOptions.read(nbd))
                            .withSettings(NbdOptions.settings(nbd));
            case BlockdevOptions.NullCo none -> none("null-co", given, none.data());
            case BlockdevOptions.NullAio none -> none("null-aio", given, none.data());
            case BlockdevOptions.Quorum quorum -> quorum(given, quorum);
            case BlockdevOptions.Raw raw -> raw(given, raw);
            case BlockdevOptions.Qcow2 qcow2 -> qcow2(given, qcow2);
            case BlockdevOptions.Throttle throttle ->
                    ThrottleDriver.define(
                            given,
                            throttle.throttleGroup(),
                            child("file", ChildRole.FILTER, throttle.file()));
        };
    }

    private static NodeDefinition blkdebug(GivenOptions given, BlockdevOptions.Blkdebug debug) {
        ChildDefinition image = child(BlkdebugDriver.IMAGE, ChildRole.FILTER, debug.image());
        return BlkdebugDriver.define(given, debug, image);
    }

    private static NodeDefinition quorum(GivenOptions given, BlockdevOptions.Quorum quorum) {
        List<ChildDefinition> children = new ArrayList<>();
        for (BlockdevRef ref : quorum.children()) {
            String name = QuorumDriver.childName(children.size());
            children.add(child(name, Set.of(ChildRole.DATA), ref));
        }
        return QuorumDriver.define(given, quorum, children);
    }

    private static NodeDefinition none(
            String driver, GivenOptions given, BlockdevOptionsNull none) {
        return NullDriver.define(driver, given, DriverOptions.none(none))
                .withSettings(DriverOptions.settings(none));
    }

    private static NodeDefinition raw(GivenOptions given, BlockdevOptions.Raw raw) {
        RawDriver.Window window = new RawDriver.Window(raw.offset(), raw.size());
        ChildDefinition file = child("file", RawDriver.roles(window), raw.file());
        return RawDriver.define(given, window, file).withSettings(DriverOptions.settings(raw));
    }

    private static NodeDefinition qcow2(GivenOptions given, BlockdevOptions.Qcow2 qcow2) {
        return Qcow2Driver.define(
                        given,
                        DriverOptions.qcow2(qcow2),
                        child("file", ChildRole.IMAGE, qcow2.file()),
                        backing(qcow2.backing()),
                        qcow2.backing() == null ? ImplicitNodes::define : null)
                .withSettings(DriverOptions.settings(qcow2));
    }

    private static ChildDefinition child(String name, Set<ChildRole> roles, BlockdevRef ref) {
        return switch (ref) {
            case BlockdevRef.Reference reference ->
                    ChildDefinition.reference(name, roles, reference.value());
            case BlockdevRef.Definition inline -> inline(name, roles, inline.value());
        };
    }

    /** Null and the empty string say that there is none; null here if nothing is said. */
    private static @Nullable ChildDefinition backing(@Nullable BlockdevRefOrNull ref) {
        return switch (ref) {
            case null -> null;
            case BlockdevRefOrNull.Null _ -> ChildDefinition.none("backing", ChildRole.BACKING);
            case BlockdevRefOrNull.Reference none when none.value().isEmpty() ->
                    ChildDefinition.none("backing", ChildRole.BACKING);
            case BlockdevRefOrNull.Reference reference ->
                    ChildDefinition.reference("backing", ChildRole.BACKING, reference.value());
            case BlockdevRefOrNull.Definition inline ->
                    inline("backing", ChildRole.BACKING, inline.value());
        };
    }

    private static ChildDefinition inline(
            String name, Set<ChildRole> roles, BlockdevOptions options) {
        if (options.id() != null) {
            throw BlockException.of(
                    Errno.EINVAL,
                    "'id' of the child '"
                            + name
                            + "' is not possible: only a node at the top"
                            + " level is a device");
        }
        return ChildDefinition.inline(name, roles, define(options));
    }

    private static GivenOptions given(BlockdevOptions options) {
        BlockdevDiscardOptions discard = options.discard();
        BlockdevCacheOptions cache = options.cache();
        return new GivenOptions(
                options.nodeName(),
                discard == null ? null : discard == BlockdevDiscardOptions.UNMAP,
                cache == null ? null : cache.direct(),
                cache == null ? null : cache.noFlush(),
                options.readOnly(),
                options.autoReadOnly(),
                options.forceShare(),
                DriverOptions.detectZeroes(options.detectZeroes()),
                DriverOptions.granularity(options.detectZeroesGranularity()));
    }
}
