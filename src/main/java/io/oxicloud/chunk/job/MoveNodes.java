package io.oxicloud.chunk.job;

import io.oxicloud.db.Tx;
import java.util.List;
import java.util.Objects;

/** Whether all nodes are ready for a move. */
record MoveNodes(NodeSetup setup) {
    private static final NodeRows NODES = new NodeRows();

    /** Nodes that would miss blobs in the target, in a sentence; empty if there are none. */
    String strangers(Tx.Scope scope) {
        List<StorageNodeEntity> others =
                NODES.alive(scope).stream().filter(node -> !isLikeUs(node)).toList();
        return others.isEmpty()
                ? ""
                : others.size() + " nodes run with other settings, one of them with contents in "
                        + others.get(0).place
                        + (others.get(0).target == null ? "" : " moving to " + others.get(0).target)
                        + ", last seen " + others.get(0).seenAt
                        + "; restart them, or wait for twelve minutes after they were killed";
    }

    /** Why blobs may not be copied yet: what is in the source only must be all that ever will be. */
    String hindrance(Tx.Scope scope) {
        StorageJobEntity move = new JobRows().get(scope, JobKind.MOVE);
        if (!setup.isToTarget(move)) {
            return "this node's settings do not fit";
        }
        String strangers = strangers(scope);
        if (!strangers.isEmpty()) {
            return strangers;
        }
        boolean told = NODES.alive(scope).stream().allMatch(node -> node.toTarget);
        return told ? "" : "waiting for all nodes to learn of it";
    }

    private boolean isLikeUs(StorageNodeEntity node) {
        return node.place.equals(setup.place()) && Objects.equals(node.target, setup.target());
    }
}
