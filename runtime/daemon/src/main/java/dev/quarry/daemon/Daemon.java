package dev.quarry.daemon;

import dev.quarry.block.BlockEvents;
import dev.quarry.block.BlockGraph;
import dev.quarry.block.MainLoop;
import dev.quarry.block.export.BlockExports;
import dev.quarry.block.job.Jobs;
import dev.quarry.daemon.command.BlockCheckHandlers;
import dev.quarry.daemon.command.BlockCoreHandlers;
import dev.quarry.daemon.command.BlockCreateHandlers;
import dev.quarry.daemon.command.BlockErrors;
import dev.quarry.daemon.command.BlockExportHandlers;
import dev.quarry.daemon.command.BlockLayerEvents;
import dev.quarry.daemon.command.BlockStatsHandlers;
import dev.quarry.daemon.command.CharHandlers;
import dev.quarry.daemon.command.ControlHandlers;
import dev.quarry.daemon.command.IntrospectHandlers;
import dev.quarry.daemon.command.JobHandlers;
import dev.quarry.daemon.command.NativeForms;
import dev.quarry.daemon.command.QomHandlers;
import dev.quarry.daemon.command.QuickCommands;
import dev.quarry.daemon.object.ObjectRegistry;
import dev.quarry.daemon.object.RegisteredThrottles;
import dev.quarry.daemon.qmp.EventBus;
import dev.quarry.daemon.qmp.InputBudget;
import dev.quarry.daemon.qmp.QmpDispatcher;
import dev.quarry.daemon.qmp.QmpService;
import dev.quarry.daemon.qmp.Quit;
import dev.quarry.qapi.generated.CommandTable;
import dev.quarry.qmp.QmpVersion;
import dev.quarry.qmp.codec.Command;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * The service: block layer, exports, command handlers and monitors, put together. What was opened
 * first is closed last.
 */
final class Daemon implements AutoCloseable {
    private final Resources resources = new Resources();
    private final QmpDispatcher dispatcher;
    private final StartSteps steps;
    private final BlockExportHandlers exports;

    /**
     * Puts the parts together; nothing is opened yet.
     *
     * @param whenQuit runs once, on a thread of its own, after a client's {@code quit} was answered
     */
    Daemon(Compat compat, Runnable whenQuit) {
        EventBus events = new EventBus();
        Quit quit = new Quit(whenQuit);
        QmpVersion version = QuarryVersion.protocol();
        MainLoop loop = resources.add(new MainLoop());
        BlockEvents told = new BlockLayerEvents(events);
        ObjectRegistry registry = new ObjectRegistry();
        BlockGraph graph =
                resources.add(new BlockGraph(loop, told, new RegisteredThrottles(registry)));
        Jobs jobs = resources.add(new Jobs(loop, told));
        var core = new BlockCoreHandlers(graph, compat.isNative());
        exports = new BlockExportHandlers(graph, resources.add(new BlockExports(graph)));
        var control = new ControlHandlers(version, this::commandNames, quit::request);
        var objects = new QomHandlers(registry, compat.conditions());
        Channels channels = new Channels();
        var introspect = new IntrospectHandlers(compat.conditions(), compat.isNative());
        List<Command> commands =
                Stream.of(
                                CommandTable.of(core),
                                CommandTable.of(new BlockStatsHandlers(graph, compat.isNative())),
                                CommandTable.of(new JobHandlers(jobs)),
                                CommandTable.of(new BlockCreateHandlers(graph, jobs)),
                                CommandTable.of(new BlockCheckHandlers(graph)),
                                CommandTable.of(exports),
                                CommandTable.of(control),
                                CommandTable.of(new CharHandlers(channels::infos)),
                                CommandTable.of(objects),
                                CommandTable.of(introspect))
                        .flatMap(List::stream)
                        .toList();
        NativeForms forms = new NativeForms(graph);
        dispatcher =
                new QmpDispatcher(
                        compat.isNative()
                                ? QuickCommands.outOfBand(forms.addTo(commands))
                                : commands,
                        compat.conditions(),
                        QuickCommands.NAMES,
                        BlockErrors::convert);
        QmpService service = new QmpService(version, dispatcher, events, quit, new InputBudget());
        Monitors monitors = new Monitors(service, !compat.isNative(), resources);
        steps = new StartSteps(compat, core, exports, objects, channels, monitors);
    }

    /**
     * Carries the options out, in order, and writes the pid file when all is up. May block. On
     * failure the caller closes what was opened before.
     *
     * @throws CommandLineException naming the option that failed
     */
    void start(CommandLine line) {
        exports.whileClientsWait(() -> line.options().forEach(steps::carryOut));
        Path pidfile = line.pidfile();
        if (pidfile != null) {
            resources.add(Pidfile.write(pidfile));
        }
    }

    /** Ends the monitors, the exports, the jobs and the nodes, in this order. Once; any thread. */
    @Override
    public void close() {
        resources.close();
    }

    private List<String> commandNames() {
        return dispatcher.commandNames();
    }
}
