package dev.quarry.block;

import jdk.jfr.Category;
import jdk.jfr.DataAmount;
import jdk.jfr.Description;
import jdk.jfr.Enabled;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/** A write, or a run of one, that held nothing but zeros. Off unless a recording switches it on. */
@Name("dev.quarry.ZeroWrite")
@Label("Zero Write")
@Category({"Quarry", "Zeros"})
@Description("A plain write of zeros was turned into a zero write")
@Enabled(false)
@StackTrace(false)
final class ZeroWriteEvent extends Event {
    @Label("Node")
    String node = "";

    @Label("Offset")
    @DataAmount
    long offset;

    @Label("Bytes")
    @DataAmount
    long bytes;

    @Label("May Unmap")
    boolean unmap;
}
