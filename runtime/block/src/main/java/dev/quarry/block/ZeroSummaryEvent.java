package dev.quarry.block;

import jdk.jfr.Category;
import jdk.jfr.DataAmount;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/** The counts of {@link ZeroCounters} when they end: the node is closed or reopened. */
@Name("dev.quarry.ZeroSummary")
@Label("Zero Summary")
@Category({"Quarry", "Zeros"})
@Description("What zero detection did at a node, and why it did not do more")
@StackTrace(false)
final class ZeroSummaryEvent extends Event {
    @Label("Node")
    String node = "";

    @Label("Found")
    long found;

    @Label("Found Bytes")
    @DataAmount
    long foundBytes;

    @Label("Bytes Not Written")
    @DataAmount
    long savedBytes;

    @Label("Bytes Punched")
    @DataAmount
    long punchedBytes;

    @Label("Detection Off")
    long off;

    @Label("Not Zero")
    long notZero;

    @Label("No Zero Write")
    long noZeroWrite;

    @Label("Unaligned")
    long unaligned;

    @Label("Backing In The Way")
    long backing;

    @Label("Discard Ignored Below")
    long discardIgnored;

    /** Records the counts of a node. */
    static void record(BlockNode node) {
        of(node).commit();
    }

    private static ZeroSummaryEvent of(BlockNode node) {
        ZeroCounters counters = node.zeroCounters();
        ZeroSummaryEvent event = new ZeroSummaryEvent();
        event.node = node.name();
        event.found = counters.found();
        event.foundBytes = counters.foundBytes();
        event.savedBytes = counters.savedBytes();
        event.punchedBytes = counters.punchedBytes();
        event.off = counters.off();
        event.notZero = counters.notZero();
        event.noZeroWrite = counters.noZeroWrite();
        event.unaligned = counters.unaligned();
        event.backing = counters.backing();
        event.discardIgnored = counters.discardIgnored();
        return event;
    }
}
