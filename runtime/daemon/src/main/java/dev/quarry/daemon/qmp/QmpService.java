package dev.quarry.daemon.qmp;

import dev.quarry.qmp.QmpVersion;

/**
 * What all monitors of a daemon share.
 *
 * @param version goes into the greeting
 * @param dispatcher finds and runs commands
 * @param events where sessions hear of events
 * @param quit the way out
 * @param input bounds what unfinished messages take
 */
public record QmpService(
        QmpVersion version,
        QmpDispatcher dispatcher,
        EventBus events,
        Quit quit,
        InputBudget input) {}
