package dev.quarry.block.quorum;

import dev.quarry.block.BlockChild;
import dev.quarry.block.BlockException;
import dev.quarry.block.BufferPool;
import dev.quarry.block.PooledBuffer;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What the children answer to one read. Holds as many buffers as there are different answers. One
 * thread; closing it gives the buffers back.
 */
final class Ballot implements AutoCloseable {
    private final long offset;
    private final int bytes;
    private final List<Version> versions = new ArrayList<>();
    private final Map<BlockChild, BlockException> errors = new LinkedHashMap<>();

    /** An answer, and who gave it. */
    record Version(PooledBuffer buffer, List<BlockChild> voters) {
        ByteBuffer content() {
            return buffer.buffer().duplicate().clear();
        }
    }

    private Ballot(long offset, int bytes) {
        this.offset = offset;
        this.bytes = bytes;
    }

    /** Asks all children, one after the other. */
    static Ballot among(List<BlockChild> children, long offset, int bytes) {
        Ballot ballot = new Ballot(offset, bytes);
        boolean complete = false;
        try {
            children.forEach(ballot::ask);
            complete = true;
            return ballot;
        } finally {
            if (!complete) {
                ballot.close();
            }
        }
    }

    private void ask(BlockChild child) {
        PooledBuffer answer = BufferPool.lease(bytes);
        boolean kept = false;
        try {
            child.read(offset, answer.buffer().duplicate());
            kept = count(child, answer);
        } catch (BlockException failed) {
            errors.put(child, failed);
        } finally {
            if (!kept) {
                answer.close();
            }
        }
    }

    /** Returns whether the buffer holds what no other has. */
    private boolean count(BlockChild child, PooledBuffer answer) {
        Version own = new Version(answer, new ArrayList<>(List.of(child)));
        for (Version version : versions) {
            if (version.content().mismatch(own.content()) == -1) {
                version.voters().add(child);
                return false;
            }
        }
        versions.add(own);
        return true;
    }

    Map<BlockChild, BlockException> errors() {
        return errors;
    }

    /** How many children answered. */
    int answers() {
        return versions.stream().mapToInt(version -> version.voters().size()).sum();
    }

    boolean isUnanimous() {
        return versions.size() <= 1;
    }

    /** The answer of most, the first of equals. There must be one. */
    Version winner() {
        Version most = versions.getFirst();
        for (Version version : versions) {
            if (version.voters().size() > most.voters().size()) {
                most = version;
            }
        }
        return most;
    }

    /** Those who answered otherwise. */
    List<BlockChild> outvoted(Version winner) {
        return versions.stream()
                .filter(version -> !version.voters().equals(winner.voters()))
                .flatMap(version -> version.voters().stream())
                .toList();
    }

    @Override
    public void close() {
        versions.forEach(version -> version.buffer().close());
        versions.clear();
    }
}
