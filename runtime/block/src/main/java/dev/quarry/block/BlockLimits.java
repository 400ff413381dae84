package dev.quarry.block;

/**
 * What a driver can take in one request. All sizes are bytes; a maximum of 0 means no limit.
 *
 * @param requestAlignment offsets and lengths of reads and writes are multiples of it; a power of
 *     two, 1 to 2 MiB
 * @param memoryAlignment what buffers had better start at; informative, the driver copes with any
 * @param optTransfer what reads and writes had better be multiples of; informative, 0 if all the
 *     same
 * @param maxTransfer most bytes of one read or write
 * @param zeroAlignment zero writes are cut so that their bulk is a multiple of it; what is left of
 *     the cut is offered to the driver too, which may answer {@code ENOTSUP}
 * @param maxZeroes most bytes of one zero write
 * @param discardAlignment discards are cut in the same way
 * @param maxDiscard most bytes of one discard
 * @param writeFlags flags a data write honours itself ({@code FUA}); others are emulated
 * @param zeroFlags flags a zero write honours itself
 * @param serialiseGrowingZeroes a zero write past the end must run alone from its offset on
 */
public record BlockLimits(
        int requestAlignment,
        int memoryAlignment,
        int optTransfer,
        int maxTransfer,
        int zeroAlignment,
        long maxZeroes,
        int discardAlignment,
        long maxDiscard,
        WriteFlags writeFlags,
        WriteFlags zeroFlags,
        boolean serialiseGrowingZeroes) {

    /** Sizes of images and of the request path; see each. */
    public static final int SECTOR = 512;

    /** The largest size of any node, in bytes: 2^63 − 2^30. */
    public static final long MAX_LENGTH = Long.MAX_VALUE - (1L << 30) + 1;

    /** The most bytes of one read or data write at a node: the largest int multiple of a sector. */
    public static final int MAX_REQUEST = Integer.MAX_VALUE - (SECTOR - 1);

    /** Bytewise, without limits, without flags. */
    public static final BlockLimits BYTES =
            new BlockLimits(1, 1, 0, 0, 1, 0, 1, 0, WriteFlags.NONE, WriteFlags.NONE, false);

    /** Checks the ranges stated for the components. */
    public BlockLimits {
        requirePowerOfTwo(requestAlignment, "request alignment");
        requirePowerOfTwo(memoryAlignment, "memory alignment");
        if (zeroAlignment < 1
                || discardAlignment < 1
                || optTransfer < 0
                || maxTransfer < 0
                || maxZeroes < 0
                || maxDiscard < 0) {
            throw new IllegalArgumentException("limits out of range");
        }
    }

    /**
     * The most bytes of one read or data write: whole blocks, and a limit even where none is set.
     */
    int maxPiece() {
        int max = maxTransfer == 0 ? MAX_REQUEST : maxTransfer;
        return (int) Alignment.roundDown(max, requestAlignment);
    }

    /** The same with another request alignment (and memory alignment). */
    public BlockLimits withRequestAlignment(int request, int memory) {
        return new BlockLimits(
                request,
                memory,
                optTransfer,
                maxTransfer,
                zeroAlignment,
                maxZeroes,
                discardAlignment,
                maxDiscard,
                writeFlags,
                zeroFlags,
                serialiseGrowingZeroes);
    }

    /** The same with another maximum for reads and writes. */
    public BlockLimits withMaxTransfer(int bytes) {
        return new BlockLimits(
                requestAlignment,
                memoryAlignment,
                optTransfer,
                bytes,
                zeroAlignment,
                maxZeroes,
                discardAlignment,
                maxDiscard,
                writeFlags,
                zeroFlags,
                serialiseGrowingZeroes);
    }

    /** The same with another size that reads and writes had better be multiples of. */
    public BlockLimits withOptTransfer(int bytes) {
        return new BlockLimits(
                requestAlignment,
                memoryAlignment,
                bytes,
                maxTransfer,
                zeroAlignment,
                maxZeroes,
                discardAlignment,
                maxDiscard,
                writeFlags,
                zeroFlags,
                serialiseGrowingZeroes);
    }

    /**
     * What a node can take as a whole: some of what holds below holds above it too. The rest is the
     * node's own: nodes below cut and pad for themselves.
     */
    BlockLimits above(BlockLimits below) {
        return new BlockLimits(
                requestAlignment,
                Math.max(memoryAlignment, below.memoryAlignment),
                Math.max(optTransfer, below.optTransfer),
                lesser(maxTransfer, below.maxTransfer),
                zeroAlignment,
                maxZeroes,
                Math.max(discardAlignment, below.discardAlignment),
                maxDiscard,
                writeFlags,
                zeroFlags,
                serialiseGrowingZeroes);
    }

    /** Zero is no limit. */
    private static int lesser(int one, int other) {
        return one == 0 || other == 0 ? Math.max(one, other) : Math.min(one, other);
    }

    /** The same with other limits for zero writes. */
    public BlockLimits withZeroes(int alignment, long max) {
        return new BlockLimits(
                requestAlignment,
                memoryAlignment,
                optTransfer,
                maxTransfer,
                alignment,
                max,
                discardAlignment,
                maxDiscard,
                writeFlags,
                zeroFlags,
                serialiseGrowingZeroes);
    }

    /** The same with other limits for discards. */
    public BlockLimits withDiscard(int alignment, long max) {
        return new BlockLimits(
                requestAlignment,
                memoryAlignment,
                optTransfer,
                maxTransfer,
                zeroAlignment,
                maxZeroes,
                alignment,
                max,
                writeFlags,
                zeroFlags,
                serialiseGrowingZeroes);
    }

    /** The same with other supported flags. */
    public BlockLimits withFlags(WriteFlags write, WriteFlags zero) {
        return new BlockLimits(
                requestAlignment,
                memoryAlignment,
                optTransfer,
                maxTransfer,
                zeroAlignment,
                maxZeroes,
                discardAlignment,
                maxDiscard,
                write,
                zero,
                serialiseGrowingZeroes);
    }

    /** The same for a driver whose zero writes past the end must run alone. */
    public BlockLimits withSerialisedGrowingZeroes() {
        return new BlockLimits(
                requestAlignment,
                memoryAlignment,
                optTransfer,
                maxTransfer,
                zeroAlignment,
                maxZeroes,
                discardAlignment,
                maxDiscard,
                writeFlags,
                zeroFlags,
                true);
    }

    private static void requirePowerOfTwo(int value, String what) {
        if (Integer.bitCount(value) != 1 || value > 2 << 20) {
            throw new IllegalArgumentException(what + " " + value);
        }
    }
}
