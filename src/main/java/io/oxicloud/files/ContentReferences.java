package io.oxicloud.files;

import io.oxicloud.base.Hash;
import io.oxicloud.base.Lineage;
import io.oxicloud.chunk.References;
import io.oxicloud.db.Tx;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The rows of files, those in the trash included, and of their history, as holders of contents. A file has its content by the
 * reference of the row in its history that gave it to the file.
 */
public final class ContentReferences implements References {
    private static final List<String> HOLDERS = List.of("NodeEntity", "RevisionEntity");

    private static final String COUNT = """
            select r.content, count(*) from RevisionEntity r
            where r.content in :contents group by r.content""";

    @Override
    public List<Hash> page(Tx.Scope scope, @Nullable Hash after, int limit) {
        var contents = new TreeSet<Hash>();
        for (String holder : HOLDERS) {
            String from = "select distinct h.content from " + holder + " h where ";
            String condition = after == null ? "h.content is not null" : "h.content > :after";
            var query = scope.session().createSelectionQuery(from + condition + " order by h.content", Hash.class);
            if (after != null) {
                query.setParameter("after", after);
            }
            contents.addAll(query.setMaxResults(limit).getResultList());
        }
        return contents.stream().limit(limit).toList();
    }

    @Override
    public Map<Hash, Long> count(Tx.Scope scope, Collection<Hash> contents) {
        return scope
                .session()
                .createSelectionQuery(COUNT, Count.class)
                .setParameter("contents", contents)
                .getResultList()
                .stream()
                .collect(Collectors.toMap(Count::content, Count::rows));
    }

    @Override
    public List<Owner> owners(Tx.Scope scope, Hash content, int limit) {
        List<FileRow> files = rows(
                scope,
                "select n.lineage, n.name from NodeEntity n where n.content = :content",
                FileRow.class,
                content,
                limit);
        Paths above = Paths.above(scope, files.stream().map(FileRow::lineage).toList(), folder -> true);
        List<Owner> owners = new ArrayList<>();
        files.forEach(row -> owners.add(new Owner("file " + row.lineage.self(), above.of(row.lineage, row.name))));
        rows(
                        scope,
                        "select r.nodeId, r.name from RevisionEntity r where r.content = :content",
                        Row.class,
                        content,
                        limit)
                .forEach(row -> owners.add(new Owner("history of file " + row.id(), row.name())));
        return owners.stream().limit(limit).toList();
    }

    private static <R> List<R> rows(Tx.Scope scope, String query, Class<R> row, Hash content, int limit) {
        return scope.session()
                .createSelectionQuery(query, row)
                .setParameter("content", content)
                .setMaxResults(limit)
                .getResultList();
    }

    record FileRow(Lineage lineage, String name) {}

    record Count(Hash content, long rows) {}

    record Row(UUID id, String name) {}
}
