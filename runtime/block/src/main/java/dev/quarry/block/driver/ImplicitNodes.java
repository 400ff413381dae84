package dev.quarry.block.driver;

import dev.quarry.block.ChildDefinition;
import dev.quarry.block.ChildRole;
import dev.quarry.block.GivenOptions;
import dev.quarry.block.NodeDefinition;
import dev.quarry.block.qcow2.Qcow2Driver;
import dev.quarry.block.qcow2.Qcow2Settings;

/** Nodes nobody defined: what an image's header names as its backing file. */
final class ImplicitNodes {
    private ImplicitNodes() {}

    private static NodeDefinition protocol(String filename) {
        return NbdUri.isMeant(filename)
                ? BlockDrivers.define(NbdUri.parse(filename))
                : FileDriver.define(GivenOptions.NONE, FileSettings.of(filename));
    }

    /** A format over a file, or over a disk on an NBD server, both with automatic names. */
    static NodeDefinition define(String format, String filename, int depth) {
        NodeDefinition file = protocol(filename);
        if (format.equals("raw")) {
            return RawDriver.define(
                    GivenOptions.NONE,
                    RawDriver.Window.ALL,
                    ChildDefinition.inline("file", ChildRole.FILTER, file));
        }
        return Qcow2Driver.define(
                GivenOptions.NONE,
                Qcow2Settings.ofBacking(depth),
                ChildDefinition.inline("file", ChildRole.IMAGE, file),
                null,
                ImplicitNodes::define);
    }
}
