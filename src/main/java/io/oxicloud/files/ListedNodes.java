package io.oxicloud.files;

import io.oxicloud.base.Hash;
import io.oxicloud.base.Lineage;
import io.oxicloud.base.UserId;
import io.oxicloud.db.Row;
import io.oxicloud.db.RowReader;
import io.oxicloud.db.Tx;
import java.sql.SQLException;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Reads a page of a folder's listing, the query with the most rows that clients wait for. In SQL, and without Hibernate between
 * the driver and the records: see {@link Tx.Scope#rows}. For one page; not thread-safe.
 */
final class ListedNodes implements RowReader<ListedNode> {
    private static final String SELECT =
            "select n.lineage, n.name, n.content, n.size, n.media_type, n.changes + n.below,"
                    + " n.created_at, n.modified_at, n.created_by, n.modified_by, n.sort_key"
                    + " from node n where n.parent_id = ? and n.trashed_under is null";

    /** Of all columns of the index, the fixed one too: H2 would read and sort the whole folder for each page. */
    private static final String ORDER = " order by n.parent_id, n.sort_key, n.id fetch first ? rows only";

    private static final String FIRST = SELECT + ORDER;
    private static final String NEXT = SELECT + " and (n.sort_key, n.id) > (?, ?)" + ORDER;

    /** Of the row before, which lies in the same folder. */
    private @Nullable Lineage sibling;

    private byte[] packedSibling = new byte[0];

    private ListedNodes() {}

    static List<ListedNode> page(Tx.Scope scope, UUID folder, @Nullable Place after, int limit) {
        var reader = new ListedNodes();
        return after == null
                ? scope.rows(reader, FIRST, folder, limit)
                : scope.rows(reader, NEXT, folder, after.sortKey, after.id, limit);
    }

    @Override
    public ListedNode read(Row row) throws SQLException {
        byte[] content = row.bytesOrNull(3);
        return new ListedNode(
                lineage(row.bytes(1)),
                row.text(2),
                content == null ? null : Hash.of(content),
                row.number(4),
                row.textOrNull(5),
                row.number(6),
                row.time(7),
                row.time(8),
                user(row.idOrNull(9)),
                user(row.idOrNull(10)),
                row.bytes(11));
    }

    /** One list of folders above for all rows of the page. */
    private Lineage lineage(byte[] packed) {
        Lineage before = sibling;
        Lineage lineage =
                before == null ? PackedLineage.unpack(packed) : PackedLineage.unpack(packed, packedSibling, before);
        sibling = lineage;
        packedSibling = packed;
        return lineage;
    }

    private static @Nullable UserId user(@Nullable UUID id) {
        return id == null ? null : new UserId(id);
    }
}
