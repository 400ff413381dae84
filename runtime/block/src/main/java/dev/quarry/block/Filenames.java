package dev.quarry.block;

import org.jspecify.annotations.Nullable;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * The one text that tells how to open a node again: a plain name where one suffices, else {@code
 * json:} and the options that matter.
 */
public final class Filenames {
    /** Longest text; what is longer is cut and ends in dots. */
    static final int MAX_LENGTH = 4095;

    private Filenames() {}

    /** The name of a node. */
    public static String of(BlockNode node) {
        String exact = exact(node);
        String name = exact == null ? "json:" + OptionsJson.text(options(node)) : exact;
        return name.length() <= MAX_LENGTH ? name : name.substring(0, MAX_LENGTH - 3) + "...";
    }

    /**
     * A plain name, or null if there is none: a protocol's own; a format's file's, if opening that
     * would give this very node.
     */
    public static @Nullable String exact(BlockNode node) {
        BlockDriver driver = node.driver();
        BlockChild primary = node.primary();
        if (primary == null || driver.isFilter()) {
            return driver.exactFilename();
        }
        BlockNode below = primary.node();
        boolean plain =
                (below.children().isEmpty() || below.driver().isFilter())
                        && driver.strongOptions().isEmpty()
                        && !isBackingOverridden(node);
        return plain ? exact(below) : null;
    }

    /** The header's backing file as seen from here: relative names belong to the image's folder. */
    public static @Nullable String fullBacking(BlockNode node) {
        BackingLink link = node.driver().backingLink();
        return link == null ? null : resolve(exactOfFile(node), link.filename());
    }

    private static @Nullable String exactOfFile(BlockNode node) {
        BlockChild primary = node.primary();
        return primary == null ? null : exact(primary.node());
    }

    private static String resolve(@Nullable String image, String backing) {
        try {
            boolean whole = image == null || hasProtocol(backing);
            return whole ? backing : Path.of(image).resolveSibling(backing).toString();
        } catch (InvalidPathException notAPath) {
            return backing;
        }
    }

    /** Whether a colon stands before the first slash, as in {@code nbd:} and {@code json:}. */
    private static boolean hasProtocol(String name) {
        int colon = name.indexOf(':');
        int slash = name.indexOf('/');
        return colon >= 0 && (slash < 0 || colon < slash);
    }

    private static boolean isBackingOverridden(BlockNode node) {
        BlockChild backing = node.backing();
        String present = backing == null ? null : of(backing.node());
        return !Objects.equals(present, fullBacking(node));
    }

    private static Map<String, @Nullable Object> options(BlockNode node) {
        Map<String, @Nullable Object> options = new LinkedHashMap<>();
        options.put("driver", node.driverName());
        options.putAll(node.driver().strongOptions());
        for (BlockChild child : node.children()) {
            if (!child.roles().contains(ChildRole.COW)) {
                putChild(options, child);
            }
        }
        if (isBackingOverridden(node)) {
            BlockChild backing = node.backing();
            options.put("backing", backing == null ? null : options(backing.node()));
        }
        return options;
    }

    /** Children named by their place in a list, such as {@code children.0}, make up that list. */
    private static void putChild(Map<String, @Nullable Object> options, BlockChild child) {
        int dot = child.name().indexOf('.');
        if (dot < 0) {
            options.put(child.name(), options(child.node()));
            return;
        }
        List<Object> list = new ArrayList<>();
        if (options.get(child.name().substring(0, dot)) instanceof List<?> before) {
            list.addAll(before);
        }
        list.add(options(child.node()));
        options.put(child.name().substring(0, dot), list);
    }
}
