package io.oxicloud.db;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * What one transaction will tell all caches. Written with one statement just before the commit, so that the numbers of the
 * rows lie open for as short as can be. Many keys of one topic become one row that says: all.
 */
final class PendingEvents {
    private static final int MOST_KEYS = 100;

    private final UUID node;

    /** The keys by topic; an empty set means all. */
    private final Map<String, Set<String>> topics = new LinkedHashMap<>();

    PendingEvents(UUID node) {
        this.node = node;
    }

    void add(String topic, String key) {
        Set<String> keys = topics.get(topic);
        if (keys == null) {
            topics.put(topic, new LinkedHashSet<>(Set.of(key)));
        } else if (keys.size() >= MOST_KEYS) {
            addAll(topic);
        } else if (!keys.isEmpty()) {
            keys.add(key);
        }
    }

    void addAll(String topic) {
        topics.put(topic, Set.of());
    }

    /** The key is null where the topic is told as a whole. */
    void forEach(BiConsumer<String, @Nullable String> told) {
        topics.forEach((topic, keys) -> {
            if (keys.isEmpty()) {
                told.accept(topic, null);
            }
            keys.forEach(key -> told.accept(topic, key));
        });
    }

    void write(Tx.Scope scope) {
        var values = new StringBuilder();
        int[] rows = {0};
        forEach((topic, key) -> {
            values.append(values.isEmpty() ? "" : ", ");
            values.append("(:node, :topic%1$d, :item%1$d, current_timestamp)".formatted(rows[0]++));
        });
        var insert = scope.session()
                .createNativeMutationQuery(
                        "insert into cluster_event (node, topic, item, created_at) values " + values);
        insert.setParameter("node", node);
        rows[0] = 0;
        forEach((topic, key) -> {
            insert.setParameter("topic" + rows[0], topic);
            insert.setParameter("item" + rows[0]++, key, String.class);
        });
        insert.executeUpdate();
    }
}
