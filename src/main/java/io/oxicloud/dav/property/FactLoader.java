package io.oxicloud.dav.property;

import io.oxicloud.base.Actor;
import io.oxicloud.base.CloudException;
import io.oxicloud.base.ErrorCode;
import io.oxicloud.base.NodeId;
import io.oxicloud.files.DeadProperties;
import io.oxicloud.files.DeadProperty;
import io.oxicloud.files.FileLock;
import io.oxicloud.files.FolderSync;
import io.oxicloud.files.Locks;
import io.oxicloud.files.Node;
import io.oxicloud.files.PropertyName;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Loads what a plan needs, one statement for each facet and page. What fails for one node is missing for that one only: a
 * folder with one damaged row can be listed.
 */
public final class FactLoader {
    private static final Logger LOG = LoggerFactory.getLogger(FactLoader.class);

    private final Source<FileLock> locks;
    private final DeadProperties properties;
    private final FolderSync sync;

    /** Asks a door about many nodes at once; those of which there is nothing are left out. */
    interface Source<T> {
        Map<NodeId, List<T>> of(Actor actor, List<Node> nodes);
    }

    public FactLoader(Locks locks, DeadProperties properties, FolderSync sync) {
        this(locks::on, properties, sync);
    }

    FactLoader(Source<FileLock> locks, DeadProperties properties, FolderSync sync) {
        this.locks = locks;
        this.properties = properties;
        this.sync = sync;
    }

    /** @param nodes a page at most, as its reader may see them */
    public Facts load(Actor actor, PropertyPlan plan, List<Node> nodes) {
        var facts = new Facts();
        if (plan.needs(Facet.LOCKS)) {
            load(Facet.LOCKS, facts, facts.locks, nodes, some -> locks.of(actor, some));
        }
        if (plan.needs(Facet.DEAD_PROPERTIES)) {
            load(Facet.DEAD_PROPERTIES, facts, facts.dead, nodes, some -> dead(actor, plan, some));
        }
        if (plan.needs(Facet.SYNC_TOKENS)) {
            List<Node> folders = nodes.stream().filter(Node::folder).toList();
            load(Facet.SYNC_TOKENS, facts, facts.tokens, folders, some -> tokens(actor, some));
        }
        return facts;
    }

    private Map<NodeId, List<String>> tokens(Actor actor, List<Node> folders) {
        return sync.tokens(actor, folders).entrySet().stream()
                .collect(Collectors.toMap(Map.Entry::getKey, token -> List.of(token.getValue())));
    }

    private Map<NodeId, List<DeadProperty>> dead(Actor actor, PropertyPlan plan, List<Node> nodes) {
        if (plan.allDead()) {
            return properties.all(actor, nodes);
        }
        Set<PropertyName> names =
                plan.dead().stream().map(PropertyPlan.DeadName::name).collect(Collectors.toSet());
        return properties.named(actor, nodes, names);
    }

    private static <T> void load(
            Facet facet,
            Facts facts,
            Map<NodeId, List<T>> found,
            List<Node> nodes,
            Function<List<Node>, Map<NodeId, List<T>>> door) {
        try {
            found.putAll(door.apply(nodes));
        } catch (RuntimeException e) {
            requireOwn(e);
            LOG.debug("dav.page_failed facet={}", facet, e);
            nodes.forEach(node -> loadOne(facet, facts, found, node, door));
        }
    }

    private static <T> void loadOne(
            Facet facet,
            Facts facts,
            Map<NodeId, List<T>> found,
            Node node,
            Function<List<Node>, Map<NodeId, List<T>>> door) {
        try {
            found.putAll(door.apply(List.of(node)));
        } catch (RuntimeException e) {
            requireOwn(e);
            if (e instanceof CloudException refused && refused.code() == ErrorCode.NOT_FOUND) {
                facts.gone.add(node.id());
            } else {
                LOG.error("dav.node_failed facet={} node={}", facet, node.id(), e);
                facts.failed(node.id(), facet);
            }
        }
    }

    /** What is down for one node is down for all: it would be asked a thousand times to fail. */
    private static void requireOwn(RuntimeException failure) {
        if (failure instanceof CloudException refused) {
            switch (refused.code()) {
                case BACKEND_DOWN, BUSY, RATE_LIMITED -> throw failure;
                default -> {
                    // of this node
                }
            }
        }
    }
}
