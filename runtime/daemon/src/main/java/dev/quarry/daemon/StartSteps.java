package dev.quarry.daemon;

import dev.quarry.daemon.command.BlockCoreHandlers;
import dev.quarry.daemon.command.BlockErrors;
import dev.quarry.daemon.command.BlockExportHandlers;
import dev.quarry.daemon.command.LegacyForm;
import dev.quarry.daemon.command.QomHandlers;
import dev.quarry.daemon.qmp.AllowedUsers;
import dev.quarry.daemon.qmp.MonitorException;
import dev.quarry.daemon.qmp.Role;
import dev.quarry.qapi.generated.BlockExportOptions;
import dev.quarry.qapi.generated.BlockdevOptions;
import dev.quarry.qapi.generated.MonitorMode;
import dev.quarry.qapi.generated.MonitorOptions;
import dev.quarry.qapi.generated.NbdServerOptions;
import dev.quarry.qapi.generated.ObjectOptions;
import dev.quarry.qmp.codec.JsonInput;
import dev.quarry.qmp.codec.QmpException;

import tools.jackson.databind.JsonNode;

import java.util.List;

/**
 * Carries out the options that build something. They are decoded as the arguments of the like-named
 * commands are, and handed to the same handlers. Used by the starting thread alone.
 */
final class StartSteps {
    private final Compat compat;
    private final BlockCoreHandlers core;
    private final BlockExportHandlers exports;
    private final QomHandlers objects;
    private final Channels channels;
    private final Monitors monitors;

    StartSteps(
            Compat compat,
            BlockCoreHandlers core,
            BlockExportHandlers exports,
            QomHandlers objects,
            Channels channels,
            Monitors monitors) {
        this.compat = compat;
        this.core = core;
        this.exports = exports;
        this.objects = objects;
        this.channels = channels;
        this.monitors = monitors;
    }

    /**
     * Carries out one option. May block.
     *
     * @throws CommandLineException naming the option, if it fails
     */
    void carryOut(StartOption option) {
        try {
            step(option);
        } catch (CommandLineException | MonitorException e) {
            throw failed(option, e);
        } catch (RuntimeException e) {
            QmpException known = BlockErrors.convert(e);
            throw failed(option, known == null ? e : known);
        }
    }

    private void step(StartOption option) {
        switch (option.kind()) {
            case BLOCKDEV -> core.blockdevAdd(BlockdevOptions.decode(blockdev(option)));
            case OBJECT -> objects.objectAdd(ObjectOptions.decode(input(option)));
            case CHARDEV -> channels.add(Chardev.parse(option));
            case MONITOR -> openMonitor(MonitorOptions.decode(input(option)));
            case NBD_SERVER -> exports.startServer(NbdServerOptions.decode(input(option)));
            case EXPORT -> exports.blockExportAdd(BlockExportOptions.decode(input(option)));
        }
    }

    private void openMonitor(MonitorOptions options) {
        if (options.mode() == MonitorMode.READLINE) {
            throw new CommandLineException("'mode' supports control only, not readline");
        }
        Chardev chardev = channels.take(options.chardev());
        Role role = Boolean.TRUE.equals(options.readonly()) ? Role.READ_ONLY : Role.FULL;
        boolean pretty = Boolean.TRUE.equals(options.pretty());
        monitors.open(chardev, pretty, role, users(options, chardev));
    }

    private static AllowedUsers users(MonitorOptions options, Chardev chardev) {
        List<String> names = options.allowUsers();
        if (names == null) {
            return AllowedUsers.EVERYBODY;
        }
        if (!(chardev instanceof Chardev.UnixSocket)) {
            throw new CommandLineException("'allow-users' is for unix sockets");
        }
        return AllowedUsers.of(names);
    }

    private JsonInput blockdev(StartOption option) {
        JsonInput input = input(option);
        return compat.isNative() ? input.withNode(LegacyForm.rewritten(input.node())) : input;
    }

    private JsonInput input(StartOption option) {
        JsonNode node = KeyvalOptions.parse(option.text(), option.kind().impliedKey());
        return KeyvalOptions.isJson(option.text())
                ? JsonInput.strict(node, compat.conditions())
                : JsonInput.keyval(node, compat.conditions());
    }

    private static CommandLineException failed(StartOption option, RuntimeException e) {
        String reason = String.valueOf(e.getMessage()).replace('\n', ' ');
        return new CommandLineException(option.shown() + ": " + reason, e);
    }
}
