package dev.quarry.block.driver;

import dev.quarry.block.Access;
import dev.quarry.block.BlockChild;
import dev.quarry.block.BlockException;
import dev.quarry.block.BlockNode;
import dev.quarry.block.ChildAccess;
import dev.quarry.block.ChildDefinition;
import dev.quarry.block.DriverSettings;
import dev.quarry.block.GivenMap;
import dev.quarry.block.GivenOptions;
import dev.quarry.block.NodeDefinition;
import dev.quarry.block.OpenContext;
import dev.quarry.block.Permissions;
import dev.quarry.posix.Errno;

import org.jspecify.annotations.Nullable;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;

/**
 * Passes requests on to a child {@code "file"}, and has reads leave in it what they found in its
 * backing files, down to the node that {@code bottom} names.
 */
final class CopyOnReadDriver extends PassingFilter {
    private static final String BOTTOM = "bottom";

    private final @Nullable String bottom;

    private CopyOnReadDriver(BlockChild file, @Nullable String bottom) {
        super(file);
        this.bottom = bottom;
    }

    /** Defines a node; the child is named {@code file}, in the roles of a filter. */
    static NodeDefinition define(
            GivenOptions options, @Nullable String bottom, ChildDefinition file) {
        return NodeDefinition.of(
                        "copy-on-read", options, List.of(file), context -> open(context, bottom))
                .withSettings(DriverSettings.fixed(new GivenMap().put(BOTTOM, bottom).map()));
    }

    private static CopyOnReadDriver open(OpenContext context, @Nullable String bottom) {
        CopyOnReadDriver driver = new CopyOnReadDriver(context.child(FILE), bottom);
        if (bottom != null && driver.deepest() == 0) {
            throw BlockException.of(
                    Errno.EINVAL,
                    "'bottom' is '"
                            + bottom
                            + "', which is no node with content of its own in the backing chain of"
                            + " '"
                            + driver.file().node().name()
                            + "'");
        }
        return driver;
    }

    /** How deep the bottom lies, the child being 1; 0 if it is not there. */
    private int deepest() {
        if (bottom == null) {
            return BlockChild.ANY_DEPTH;
        }
        int depth = 1;
        BlockNode layer = file().node();
        while (!layer.name().equals(bottom) || layer.driver().isFilter()) {
            BlockChild below = layer.filteredOrBacking();
            if (below == null) {
                return 0;
            }
            layer = below.node();
            depth++;
        }
        return depth;
    }

    @Override
    public String name() {
        return "copy-on-read";
    }

    @Override
    public void read(long offset, ByteBuffer into) {
        file().readCopying(offset, into, deepest());
    }

    /** What is copied changes nothing that anybody sees. */
    @Override
    public Access childAccess(BlockChild child, Access own) {
        Access usual = ChildAccess.byRole(child, own);
        Permissions unchanged = Permissions.WRITE_UNCHANGED;
        return new Access(usual.used().with(unchanged), usual.shared().with(unchanged));
    }

    @Override
    public Map<String, Object> strongOptions() {
        return bottom == null ? Map.of() : Map.of(BOTTOM, bottom);
    }

    @Override
    public void close() {}
}
