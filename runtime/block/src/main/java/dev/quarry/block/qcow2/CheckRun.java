package dev.quarry.block.qcow2;

import dev.quarry.block.BlockException;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.List;

/**
 * One check of an image in a file that nobody writes to meanwhile, with the repair that was asked
 * for. While it repairs, an image of version 3 is marked as dirty, so that a crash leads to another
 * repair. Not thread-safe.
 */
final class CheckRun {
    private final ImageFile file;
    private final Repair repair;

    private CheckRun(ImageFile file, Repair repair) {
        this.file = file;
        this.repair = repair;
    }

    /**
     * Checks, repairs, and checks again.
     *
     * @throws BlockException if the header is not acceptable, or the file fails
     */
    static CheckResult run(ImageFile file, Repair repair) {
        return new CheckRun(file, repair).run();
    }

    private CheckResult run() {
        Findings before = Qcow2Check.check(file);
        if (!isWanted(before)) {
            return result(before, before, null);
        }
        Qcow2Header header = Qcow2Header.read(file);
        RefcountRepair counts = new RefcountRepair(file, header);
        String obstacle = counts.obstacle();
        if (obstacle != null) {
            return result(before, before, "It cannot be repaired: " + obstacle);
        }
        HeaderFlags flags = new HeaderFlags(file, header, true);
        flags.set(Features.DIRTY);
        counts.repair();
        Findings after = Qcow2Check.check(file);
        if (after.corruptions() == 0) {
            flags.clear(Features.DIRTY);
            flags.clear(Features.CORRUPT);
        }
        return result(before, after, null);
    }

    /** A mark in the header is worth a repair too: it is taken away if all is well. */
    private boolean isWanted(Findings found) {
        return switch (repair) {
            case NONE -> false;
            case LEAKS -> found.leaks() > 0 && found.corruptions() == 0;
            case ALL ->
                    found.corruptions() > 0
                            || found.leaks() > 0
                            || Qcow2Header.read(file).has(Features.DIRTY | Features.CORRUPT);
        };
    }

    private CheckResult result(Findings before, Findings after, @Nullable String more) {
        GuestClusters guest = GuestClusters.count(file, Qcow2Header.read(file));
        List<String> messages = new ArrayList<>(after.words());
        if (more != null) {
            messages.add(more);
        }
        return new CheckResult(
                after.corruptions(),
                after.leaks(),
                before.corruptions() - after.corruptions(),
                before.leaks() - after.leaks(),
                after.imageEnd(),
                guest.total(),
                guest.allocated(),
                guest.fragmented(),
                guest.compressed(),
                messages);
    }
}
