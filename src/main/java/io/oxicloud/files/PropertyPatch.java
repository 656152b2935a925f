package io.oxicloud.files;

import io.oxicloud.base.CloudException;
import io.oxicloud.base.ErrorCode;
import io.oxicloud.db.Tx;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;

/** What the properties of one node are after a patch, its steps done in order (RFC 4918 section 9.2). */
final class PropertyPatch {
    static final int MAX_PROPERTIES = 200;
    static final int MAX_BYTES = 64 << 10;

    private final UUID node;
    private final Map<PropertyName, DeadPropertyEntity> stored = new HashMap<>();
    private final Map<PropertyName, String> wanted = new TreeMap<>();

    PropertyPatch(UUID node, List<DeadPropertyEntity> before) {
        this.node = node;
        before.forEach(row -> stored.put(row.name(), row));
        before.forEach(row -> wanted.put(row.name(), row.markup));
    }

    /** @throws CloudException TOO_LARGE if the node would have too many, or too large ones */
    void apply(List<PropertyChange> steps) {
        for (PropertyChange step : steps) {
            String markup = step.markup();
            if (markup == null) {
                wanted.remove(step.name());
            } else {
                wanted.put(step.name(), markup);
            }
        }
        if (wanted.size() > MAX_PROPERTIES) {
            throw new CloudException(ErrorCode.TOO_LARGE, "a node has at most " + MAX_PROPERTIES + " properties");
        }
        long bytes = wanted.entrySet().stream()
                .mapToLong(each -> each.getKey().length() + XmlText.of(each.getValue(), ""))
                .sum();
        if (bytes > MAX_BYTES) {
            throw new CloudException(
                    ErrorCode.TOO_LARGE, "the properties of a node have at most " + MAX_BYTES + " bytes together");
        }
    }

    void store(Tx.Scope scope) {
        stored.forEach((name, row) -> {
            String markup = wanted.remove(name);
            if (markup == null) {
                scope.session().remove(row);
            } else {
                row.markup = markup;
            }
        });
        wanted.forEach((name, markup) ->
                scope.session().persist(new DeadPropertyEntity(DeadPropertyId.of(node, name), markup)));
    }
}
