package dev.quarry.block.qcow2;

import dev.quarry.block.qcow2.CachedTable.TableWrite;
import dev.quarry.qapi.generated.BlkdebugEvent;

import java.nio.ByteBuffer;
import java.util.Comparator;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Tables of one kind in memory, the least recently used given up first. Dirty tables stay: when
 * they fill half of the room, {@link #isFull()} asks for a commit. So the bound may be passed by
 * the few tables that the requests in progress add. Guarded by the lock of {@link Tables}.
 */
final class TableCache {
    private final ImageFile file;
    private final Kind kind;
    private final int tableSize;
    private final int capacity;
    private final LinkedHashMap<Long, CachedTable> tables = new LinkedHashMap<>(16, 0.75f, true);
    private final Set<CachedTable> dirty = new LinkedHashSet<>();

    /** The two kinds of tables: their name in messages, and the step of reading one. */
    enum Kind {
        L2("an L2 table", BlkdebugEvent.L2_LOAD),
        REFCOUNTS("a refcount block", BlkdebugEvent.REFBLOCK_LOAD);

        private final String words;
        private final BlkdebugEvent loading;

        Kind(String words, BlkdebugEvent loading) {
            this.words = words;
            this.loading = loading;
        }
    }

    /**
     * An empty cache.
     *
     * @param tableSize bytes of one table
     * @param capacity tables to keep, at least 4
     */
    TableCache(ImageFile file, Kind kind, int tableSize, int capacity) {
        this.file = file;
        this.kind = kind;
        this.tableSize = tableSize;
        this.capacity = Math.max(4, capacity);
    }

    /** The table at a host offset, read when it is not here. */
    CachedTable get(long host) {
        CachedTable table = tables.get(host);
        return table != null ? table : add(new CachedTable(host, load(host), dirty));
    }

    /** A new table in memory, with the given content, all of it dirty. */
    CachedTable create(long host, ByteBuffer content) {
        CachedTable table = new CachedTable(host, content, dirty);
        table.markAllDirty();
        return add(table);
    }

    /** A new table of zeros. */
    CachedTable create(long host) {
        return create(host, ByteBuffer.allocate(tableSize));
    }

    /** Whether half of the room is dirty, so that it is time to commit. */
    boolean isFull() {
        return dirty.size() > capacity / 2;
    }

    boolean hasDirty() {
        return !dirty.isEmpty();
    }

    /** Takes everything dirty for a commit, in the order of the file. */
    List<TableWrite> takeDirty() {
        List<TableWrite> taken =
                dirty.stream()
                        .sorted(Comparator.comparingLong(CachedTable::host))
                        .map(CachedTable::take)
                        .toList();
        dirty.clear();
        return taken;
    }

    /** Every table that is newer in memory than it may be in the file. */
    List<CachedTable> unsettled() {
        return tables.values().stream().filter(table -> !table.isEvictable()).toList();
    }

    private CachedTable add(CachedTable table) {
        tables.put(table.host(), table);
        if (tables.size() > capacity) {
            evict(table);
        }
        return table;
    }

    private void evict(CachedTable except) {
        Iterator<CachedTable> oldestFirst = tables.values().iterator();
        while (tables.size() > capacity && oldestFirst.hasNext()) {
            CachedTable table = oldestFirst.next();
            if (table != except && table.isEvictable()) {
                oldestFirst.remove();
            }
        }
    }

    private ByteBuffer load(long host) {
        requireInFile(host);
        ByteBuffer bytes = ByteBuffer.allocate(tableSize);
        file.step(kind.loading);
        file.read(host, bytes);
        return bytes.clear();
    }

    private void requireInFile(long host) {
        if (host % tableSize != 0) {
            throw Refusal.corrupt(kind.words + " at the unaligned offset " + host);
        }
        if (host >= file.size()) {
            throw Refusal.corrupt(
                    kind.words + " at offset " + host + " beyond the end of the file");
        }
    }
}
