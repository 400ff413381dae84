package dev.quarry.block.quorum;

import dev.quarry.block.BlockChild;
import dev.quarry.block.BlockException;
import dev.quarry.block.RequestList;
import dev.quarry.block.WriteFlags;
import dev.quarry.posix.Errno;
import dev.quarry.qapi.generated.QuorumOpType;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads from several children. A vote that is not unanimous may have met a write on its way to the
 * children, so it is taken again with no write on the range; only that one counts, is told of and
 * repairs. Any thread.
 */
final class QuorumReads {
    private final List<BlockChild> children;
    private final QuorumSettings settings;
    private final Reports reports;
    private final RequestList requests;

    /**
     * @param requests the writes under way
     */
    QuorumReads(
            List<BlockChild> children,
            QuorumSettings settings,
            Reports reports,
            RequestList requests) {
        this.children = children;
        this.settings = settings;
        this.reports = reports;
        this.requests = requests;
    }

    /** Fills the buffer. */
    void read(long offset, ByteBuffer into) {
        if (settings.firstAnswers()) {
            readFirst(offset, into);
        } else {
            vote(offset, into);
        }
    }

    private void readFirst(long offset, ByteBuffer into) {
        List<BlockException> errors = new ArrayList<>();
        for (BlockChild child : children) {
            try {
                child.read(offset, into.slice());
                into.position(into.limit());
                return;
            } catch (BlockException failed) {
                reports.bad(QuorumOpType.READ, child, offset, into.remaining(), failed);
                errors.add(failed);
            }
        }
        throw errors.getLast();
    }

    private void vote(long offset, ByteBuffer into) {
        try (Ballot ballot = Ballot.among(children, offset, into.remaining())) {
            if (ballot.isUnanimous()) {
                conclude(ballot, offset, into);
                return;
            }
        }
        RequestList.Request alone = requests.enter(offset, offset + into.remaining(), true);
        try (Ballot ballot = Ballot.among(children, offset, into.remaining())) {
            conclude(ballot, offset, into);
        } finally {
            requests.leave(alone);
        }
    }

    private void conclude(Ballot ballot, long offset, ByteBuffer into) {
        int bytes = into.remaining();
        ballot.errors()
                .forEach((child, error) ->
                        reports.bad(QuorumOpType.READ, child, offset, bytes, error));
        if (!reports.isEnough(ballot.answers())) {
            String most = Reports.mostFrequent(List.copyOf(ballot.errors().values())).getMessage();
            throw reports.failed("read", offset, bytes, Errno.EIO, most);
        }
        Ballot.Version winner = ballot.winner();
        if (!ballot.isUnanimous()) {
            settle(ballot, winner, offset, bytes);
        }
        into.put(winner.content());
    }

    /** Children differ: says so, and repairs. */
    private void settle(Ballot ballot, Ballot.Version winner, long offset, int bytes) {
        if (settings.failsAtDifferences() || !reports.isEnough(winner.voters().size())) {
            throw reports.failed("read", offset, bytes, Errno.EIO, "its children do not agree");
        }
        for (BlockChild child : ballot.outvoted(winner)) {
            reports.bad(QuorumOpType.READ, child, offset, bytes, null);
            if (settings.rewrites()) {
                rewrite(child, winner, offset, bytes);
            }
        }
    }

    /** A child that cannot be repaired does no harm to the read. */
    private void rewrite(BlockChild child, Ballot.Version winner, long offset, int bytes) {
        try {
            child.write(offset, winner.content(), WriteFlags.NONE);
        } catch (BlockException failed) {
            reports.bad(QuorumOpType.WRITE, child, offset, bytes, failed);
        }
    }
}
