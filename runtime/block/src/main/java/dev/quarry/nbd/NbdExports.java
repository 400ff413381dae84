package dev.quarry.nbd;

import org.jspecify.annotations.Nullable;

import java.util.List;

/** The exports a server offers at the moment. Any thread may ask. */
public interface NbdExports {
    /** The export of that name, or null. */
    @Nullable NbdExport find(String name);

    /** All exports, in the order in which LIST tells them. */
    List<NbdExport> all();
}
