package dev.quarry.block;

import java.util.Set;

/**
 * Somebody, a job for instance, who keeps others from doing things to a node as a whole while it
 * works with it. Permissions say who may read, write and resize beside whom; this says what must
 * not happen to the node itself.
 */
public final class OpBlocker implements AutoCloseable {
    private final BlockNode node;
    private final String holder;
    private final Set<NodeOperation> allowed;

    private OpBlocker(BlockNode node, String holder, Set<NodeOperation> allowed) {
        this.node = node;
        this.holder = holder;
        this.allowed = Set.copyOf(allowed);
    }

    /**
     * Forbids all operations but some on a node until it is closed. Any thread.
     *
     * @param holder for messages: {@code "job 'j1'"}
     * @throws BlockException {@code EBUSY} if the node is about to go or to change
     */
    public static OpBlocker allBut(Set<NodeOperation> allowed, BlockNode node, String holder) {
        return node.graph()
                .loop()
                .call(() -> {
                    node.entry().requireSettled();
                    OpBlocker blocker = new OpBlocker(node, holder, allowed);
                    node.entry().blockers().add(blocker);
                    return blocker;
                });
    }

    boolean forbids(NodeOperation operation) {
        return !allowed.contains(operation);
    }

    String holder() {
        return holder;
    }

    /** Allows again. Once is enough. Any thread. */
    @Override
    public void close() {
        node.graph().loop().run(() -> node.entry().blockers().remove(this));
    }
}
