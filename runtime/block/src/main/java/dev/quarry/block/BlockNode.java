package dev.quarry.block;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.List;

/**
 * A node of the graph: a driver under a name, with the options in effect, its children and its
 * users.
 *
 * <p>Public methods may be called from any thread. What the main loop changes (users, access) is
 * package-private and marked. I/O enters through {@link BlockBackend} or {@link BlockChild}.
 */
public final class BlockNode implements NodeUser {
    private final BlockGraph graph;
    private final String name;
    private final @Nullable String device;
    private final String driverName;
    private final RequestPath path = new RequestPath(this);
    private final ZeroCounters zeroCounters = new ZeroCounters();
    private final WriteMarks marks = new WriteMarks(this);

    private final NodeEntry entry;

    /** Written by the main loop while the node is drained, read by I/O. */
    private volatile NodeOptions options;

    /** Written by the main loop, read by I/O; each list is immutable. */
    private volatile List<BlockChild> children = List.of();

    /** Written by the main loop, read by queries. */
    private volatile Access access = Access.IDLE;

    /** Null while the node is being opened; set once, before anybody else can see the node. */
    private volatile @Nullable BlockDriver driver;

    BlockNode(BlockGraph graph, String name, NodeDefinition definition, NodeOptions options) {
        this.graph = graph;
        this.name = name;
        this.device = definition.device();
        this.driverName = definition.driver();
        this.entry = new NodeEntry(name, definition);
        this.options = options;
    }

    /** The name, unique in the graph. */
    public String name() {
        return name;
    }

    /** The device name it is listed under ({@code id} of the 2014 form), or null. */
    public @Nullable String device() {
        return device;
    }

    /** Wire name of the driver. */
    public String driverName() {
        return driverName;
    }

    /** The common options in effect. */
    public NodeOptions options() {
        return options;
    }

    /** Whether writes are refused; {@code auto-read-only} does not count. */
    public boolean isReadOnly() {
        return options.readOnly();
    }

    /**
     * The driver.
     *
     * @throws IllegalStateException while the node is being opened
     */
    public BlockDriver driver() {
        BlockDriver opened = driver;
        if (opened == null) {
            throw new IllegalStateException("node '" + name + "' is being opened");
        }
        return opened;
    }

    /** Size in bytes: the driver's, rounded up to a multiple of 512. */
    public long size() {
        return Alignment.roundUp(driver().size(), BlockLimits.SECTOR);
    }

    /** What it can take in one request, with what the nodes below that hold its data can take. */
    public BlockLimits limits() {
        BlockLimits limits = driver().limits();
        for (BlockChild child : children) {
            if (child.roles().stream().anyMatch(ChildRole.OF_CONTENT::contains)) {
                limits = limits.above(child.node().limits());
            }
        }
        return limits;
    }

    /** The edges to its children, in the order they were attached. */
    public List<BlockChild> children() {
        return children;
    }

    /** The edge of that name, or null. */
    public @Nullable BlockChild child(String edge) {
        for (BlockChild child : children) {
            if (child.name().equals(edge)) {
                return child;
            }
        }
        return null;
    }

    /** The child in the role {@code COW}: where what is not allocated comes from. */
    public @Nullable BlockChild backing() {
        return childIn(ChildRole.COW);
    }

    /** The child in the role {@code PRIMARY}. */
    public @Nullable BlockChild primary() {
        return childIn(ChildRole.PRIMARY);
    }

    /** The child below in a chain of content: the filtered one of a filter, else the backing. */
    public @Nullable BlockChild filteredOrBacking() {
        BlockDriver opened = driver;
        return opened != null && opened.isFilter() ? childIn(ChildRole.FILTERED) : backing();
    }

    private @Nullable BlockChild childIn(ChildRole role) {
        for (BlockChild child : children) {
            if (child.roles().contains(role)) {
                return child;
            }
        }
        return null;
    }

    /** What its users do together at present and let others do. */
    public Access access() {
        return access;
    }

    /** What zero detection met here. */
    public ZeroCounters zeroCounters() {
        return zeroCounters;
    }

    /** The offset in bytes whose passing by a write is told once; 0 is off. */
    public long writeThreshold() {
        return marks.threshold();
    }

    /** Sets or, with 0, clears the threshold. */
    public void setWriteThreshold(long bytes) {
        marks.setThreshold(bytes);
    }

    /** The end, in bytes, of the write that reached farthest since the node was opened. */
    public long highestWrite() {
        return marks.highest();
    }

    /** The requests that came to it since it was opened. */
    public RequestCounters requests() {
        return path.counters();
    }

    /** Requests under way at this node now. */
    public int inFlight() {
        return path.inFlight();
    }

    /** {@code node 'name'}. */
    @Override
    public String describe() {
        return "node '" + name + "'";
    }

    @Override
    public String toString() {
        return describe() + " (" + driverName + ")";
    }

    /** For a driver that found its image corrupt and will not go on: tells the outside. */
    public void reportCorruption(String message) {
        graph.events().imageCorrupted(name, message, -1, -1, true);
    }

    /** For a driver that has something to tell the outside. */
    public BlockEvents events() {
        return graph.events();
    }

    RequestPath path() {
        return path;
    }

    BlockGraph graph() {
        return graph;
    }

    WriteMarks marks() {
        return marks;
    }

    void opened(BlockDriver opened) {
        driver = opened;
    }

    boolean isOpen() {
        return driver != null;
    }

    // Main loop only, all below

    @MainLoopOnly
    NodeEntry entry() {
        MainLoop.assertCurrent();
        return entry;
    }

    @MainLoopOnly
    void redefine(NodeDefinition given, NodeOptions inEffect) {
        MainLoop.assertCurrent();
        entry.setDefinition(given);
        options = inEffect;
    }

    @MainLoopOnly
    void setAccess(Access now) {
        MainLoop.assertCurrent();
        access = now;
    }

    @MainLoopOnly
    void addChild(BlockChild child) {
        addChild(child, -1);
    }

    /**
     * @param place index among the children; negative for the last
     */
    @MainLoopOnly
    void addChild(BlockChild child, int place) {
        MainLoop.assertCurrent();
        List<BlockChild> more = new ArrayList<>(children);
        more.add(place < 0 ? more.size() : place, child);
        children = List.copyOf(more);
    }

    @MainLoopOnly
    void removeChild(BlockChild child) {
        MainLoop.assertCurrent();
        List<BlockChild> fewer = new ArrayList<>(children);
        fewer.remove(child);
        children = List.copyOf(fewer);
    }

    /** What it takes on a child when its own users do {@code own}. */
    @MainLoopOnly
    Access childAccess(BlockChild child, Access own) {
        MainLoop.assertCurrent();
        Access needed =
                driver == null ? ChildAccess.byRole(child, own) : driver.childAccess(child, own);
        return options.forceShare() ? new Access(needed.used(), Permissions.ALL) : needed;
    }
}
