package dev.quarry.block.qcow2;

import dev.quarry.block.BlockException;

import java.nio.ByteBuffer;
import java.util.function.Supplier;

/** One change of an image's size: recorded, opened anew, and what is new made zero. */
final class SizeChange {
    private final Supplier<OpenImage> opener;

    /**
     * @param opener opens the image from its file
     */
    SizeChange(Supplier<OpenImage> opener) {
        this.opener = opener;
    }

    /**
     * Changes the size of an image that nobody else uses meanwhile.
     *
     * @return the image to go on with
     * @throws BlockException if it cannot; the image is as before, or takes no requests any more
     */
    OpenImage apply(OpenImage image, long newSize) {
        long oldSize = image.geometry().size();
        if (newSize == oldSize) {
            return image;
        }
        image.resize(newSize);
        OpenImage changed = reopened(image, opener);
        if (newSize > oldSize) {
            zeroFrom(changed, oldSize);
        }
        changed.flush();
        return changed;
    }

    /** The image opened anew from its file; the old one takes no requests if that fails. */
    static OpenImage reopened(OpenImage image, Supplier<OpenImage> opener) {
        try {
            return opener.get();
        } catch (BlockException failure) {
            image.giveUp(failure);
            throw failure;
        }
    }

    /** A cluster that the old size cut may hold anything behind the cut; a backing file shows. */
    private static void zeroFrom(OpenImage image, long oldSize) {
        long size = image.geometry().size();
        long boundary = Math.min(size, image.geometry().clusterEnd(oldSize));
        if (oldSize < boundary && !image.readsAsZeros(oldSize, boundary - oldSize)) {
            image.write(oldSize, ByteBuffer.allocate(Math.toIntExact(boundary - oldSize)));
        }
        long covered = Math.min(size, image.geometry().clusterEnd(image.backingSize()));
        if (boundary < covered) {
            image.writeZeroes(boundary, covered - boundary, false);
        }
    }
}
