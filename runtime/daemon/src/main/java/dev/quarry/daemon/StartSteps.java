package dev.quarry.daemon;

import dev.quarry.daemon.command.BlockCoreHandlers;
import dev.quarry.daemon.command.BlockErrors;
import dev.quarry.daemon.command.BlockExportHandlers;
import dev.quarry.daemon.command.LegacyForm;
import dev.quarry.daemon.qmp.AllowedUsers;
import dev.quarry.daemon.qmp.MonitorException;
import dev.quarry.daemon.qmp.Role;
import dev.quarry.qapi.generated.BlockExportOptions;
import dev.quarry.qapi.generated.BlockdevOptions;
import dev.quarry.qapi.generated.MonitorMode;
import dev.quarry.qapi.generated.MonitorOptions;
import dev.quarry.qapi.generated.NbdServerOptions;
import dev.quarry.qmp.codec.JsonInput;
import dev.quarry.qmp.codec.QmpException;

import tools.jackson.databind.JsonNode;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Carries out the options that build something. They are decoded as the arguments of the like-named
 * commands are, and handed to the same handlers. Used by the starting thread alone.
 */
final class StartSteps {
    private final Compat compat;
    private final BlockCoreHandlers core;
    private final BlockExportHandlers exports;
    private final Monitors monitors;
    private final Map<String, Chardev> chardevs = new HashMap<>();

    StartSteps(
            Compat compat, BlockCoreHandlers core, BlockExportHandlers exports, Monitors monitors) {
        this.compat = compat;
        this.core = core;
        this.exports = exports;
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
            case CHARDEV -> addChardev(Chardev.parse(option));
            case MONITOR -> openMonitor(MonitorOptions.decode(input(option)));
            case NBD_SERVER -> exports.startServer(NbdServerOptions.decode(input(option)));
            case EXPORT -> exports.blockExportAdd(BlockExportOptions.decode(input(option)));
        }
    }

    private void addChardev(Chardev chardev) {
        if (chardevs.putIfAbsent(chardev.id(), chardev) != null) {
            throw new CommandLineException("the id '" + chardev.id() + "' is taken");
        }
    }

    private void openMonitor(MonitorOptions options) {
        if (options.mode() == MonitorMode.READLINE) {
            throw new CommandLineException("'mode' supports control only, not readline");
        }
        Chardev chardev = chardevs.remove(options.chardev());
        if (chardev == null) {
            throw new CommandLineException(
                    "there is no free channel '" + options.chardev() + "': give --chardev before");
        }
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
        return new CommandLineException(
                option.kind().option() + " " + option.text() + ": " + reason, e);
    }
}
