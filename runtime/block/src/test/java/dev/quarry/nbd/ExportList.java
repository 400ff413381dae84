package dev.quarry.nbd;

import org.jspecify.annotations.Nullable;

import java.util.List;

/** A fixed list of exports. */
record ExportList(List<NbdExport> all) implements NbdExports {
    ExportList(NbdExport... exports) {
        this(List.of(exports));
    }

    @Override
    public @Nullable NbdExport find(String name) {
        return all.stream().filter(e -> e.name().equals(name)).findFirst().orElse(null);
    }
}
