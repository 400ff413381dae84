package dev.quarry.block;

import static dev.quarry.block.BlockStatus.ALLOCATED;
import static dev.quarry.block.BlockStatus.DATA;
import static dev.quarry.block.BlockStatus.EOF;
import static dev.quarry.block.BlockStatus.OFFSET_VALID;
import static dev.quarry.block.BlockStatus.RAW;
import static dev.quarry.block.BlockStatus.RECURSE;
import static dev.quarry.block.BlockStatus.ZERO;

import org.jspecify.annotations.Nullable;

/** What is known of a range: asks the driver, and completes its answer from the nodes below. */
final class StatusPath {
    private final BlockNode node;

    StatusPath(BlockNode node) {
        this.node = node;
    }

    /** What this node itself knows; an empty answer with {@code EOF} at and past its end. */
    BlockStatus here(long offset, long bytes, boolean wantZero) {
        long left = node.size() - offset;
        if (left <= 0 || bytes == 0) {
            return BlockStatus.unallocated(0).with(left <= 0 ? EOF : 0);
        }
        BlockStatus known = complete(offset, Math.min(bytes, left), wantZero);
        return offset + known.bytes() == node.size() ? known.with(EOF) : known;
    }

    private BlockStatus complete(long offset, long bytes, boolean wantZero) {
        BlockStatus answer = ask(offset, bytes, wantZero);
        BlockNode file = answer.file();
        if (answer.has(RAW) && file != null) {
            return below(file, answer.hostOffset(), answer.bytes(), wantZero);
        }
        if ((answer.flags() & (DATA | ZERO)) != 0) {
            return recurse(answer.with(ALLOCATED), wantZero);
        }
        return unallocated(answer, offset, wantZero);
    }

    /** The driver's answer for whole blocks, cut to what was asked. */
    private BlockStatus ask(long offset, long bytes, boolean wantZero) {
        BlockDriver driver = node.driver();
        BlockChild filtered = driver.isFilter() ? node.filteredOrBacking() : null;
        if (!driver.hasBlockStatus()) {
            return filtered == null
                    ? withoutOperation(offset, bytes)
                    : BlockStatus.raw(bytes, offset, filtered.node());
        }
        int alignment = driver.limits().requestAlignment();
        long start = Alignment.roundDown(offset, alignment);
        long end = Alignment.roundUp(offset + bytes, alignment);
        BlockStatus whole = driver.blockStatus(start, end - start, wantZero);
        BlockStatus cut = whole.skip(offset - start);
        return cut.withBytes(Math.min(cut.bytes(), bytes));
    }

    /** All data; a protocol's bytes are where they are. */
    private BlockStatus withoutOperation(long offset, long bytes) {
        return node.children().isEmpty()
                ? BlockStatus.data(bytes, offset, node)
                : BlockStatus.data(bytes);
    }

    private static BlockStatus below(BlockNode file, long offset, long bytes, boolean wantZero) {
        BlockStatus there = file.path().blockStatus(offset, bytes, wantZero).without(EOF);
        return there.bytes() > 0 ? there : BlockStatus.zero(bytes).with(ALLOCATED);
    }

    /** Data here may be zeros in the file that holds it. */
    private static BlockStatus recurse(BlockStatus answer, boolean wantZero) {
        BlockNode file = answer.file();
        boolean worthIt = wantZero && answer.has(RECURSE | DATA | OFFSET_VALID);
        if (!worthIt || answer.isZero() || file == null) {
            return answer.without(RECURSE);
        }
        BlockStatus there = file.path().blockStatus(answer.hostOffset(), answer.bytes(), wantZero);
        if (there.has(EOF) && (there.bytes() == 0 || there.isZero())) {
            return answer.without(RECURSE).with(ZERO);
        }
        return answer.without(RECURSE).withBytes(there.bytes()).with(there.flags() & ZERO);
    }

    /** Nothing here: zeros if there is no backing file, or where it is too short. */
    private BlockStatus unallocated(BlockStatus answer, long offset, boolean wantZero) {
        if (!node.driver().supportsBacking()) {
            return answer;
        }
        BlockChild backing = node.backing();
        if (backing == null) {
            return answer.with(ZERO);
        }
        return wantZero && offset >= backing.size() ? answer.with(ZERO) : answer;
    }

    /** What the first node of the backing chain says that knows it. */
    BlockStatus throughChain(long offset, long bytes, boolean wantZero) {
        BlockStatus top = here(offset, bytes, wantZero).withDepth(1);
        if (top.bytes() == 0 || top.isAllocated()) {
            return top;
        }
        long end = node.size();
        BlockStatus answer = top;
        for (BlockNode layer = next(node); layer != null; layer = next(layer)) {
            answer = layerAnswer(layer, offset, answer, wantZero);
            if (answer.isAllocated()) {
                break;
            }
        }
        return offset + answer.bytes() == end ? answer.with(EOF) : answer.without(EOF);
    }

    /** A layer's answer within what the layers above left open. */
    private static BlockStatus layerAnswer(
            BlockNode layer, long offset, BlockStatus above, boolean wantZero) {
        int depth = above.depth() + 1;
        BlockStatus there = layer.path().blockStatus(offset, above.bytes(), wantZero);
        if (there.bytes() == 0) {
            return BlockStatus.zero(above.bytes()).with(ALLOCATED).withDepth(depth);
        }
        return there.withDepth(depth);
    }

    private static @Nullable BlockNode next(BlockNode layer) {
        BlockChild below = layer.filteredOrBacking();
        return below == null ? null : below.node();
    }

    boolean readsAsZeros(long offset, long bytes) {
        long at = offset;
        while (at < offset + bytes) {
            BlockStatus known = throughChain(at, offset + bytes - at, true);
            if (known.bytes() == 0) {
                return true;
            }
            if (!known.isZero()) {
                return false;
            }
            at += known.bytes();
        }
        return true;
    }
}
