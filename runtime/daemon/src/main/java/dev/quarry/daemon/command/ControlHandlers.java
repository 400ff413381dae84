package dev.quarry.daemon.command;

import dev.quarry.qapi.generated.CommandInfo;
import dev.quarry.qapi.generated.ControlCommands;
import dev.quarry.qapi.generated.QmpCapabilitiesArguments;
import dev.quarry.qapi.generated.VersionInfo;
import dev.quarry.qapi.generated.VersionTriple;
import dev.quarry.qmp.QmpVersion;
import dev.quarry.qmp.codec.QmpErrorClass;
import dev.quarry.qmp.codec.QmpException;

import java.util.List;
import java.util.function.Supplier;

/** The commands about the connection and the service itself. */
public final class ControlHandlers implements ControlCommands {
    private final QmpVersion version;
    private final Supplier<List<String>> commandNames;
    private final Runnable quit;

    /**
     * @param version as announced in the greeting
     * @param commandNames the commands that exist; asked for at each call
     * @param quit asks for the end, which comes after the reply was sent
     */
    public ControlHandlers(QmpVersion version, Supplier<List<String>> commandNames, Runnable quit) {
        this.version = version;
        this.commandNames = commandNames;
        this.quit = quit;
    }

    /** Sessions negotiate by themselves; what arrives here comes after that. */
    @Override
    public void qmpCapabilities(QmpCapabilitiesArguments arguments) {
        throw new QmpException(
                QmpErrorClass.COMMAND_NOT_FOUND,
                "'qmp_capabilities' is only for the beginning of a connection");
    }

    @Override
    public VersionInfo queryVersion() {
        return new VersionInfo(
                new VersionTriple(version.major(), version.minor(), version.micro()),
                version.packageName());
    }

    @Override
    public List<CommandInfo> queryCommands() {
        return commandNames.get().stream().map(CommandInfo::new).toList();
    }

    @Override
    public void quit() {
        quit.run();
    }
}
