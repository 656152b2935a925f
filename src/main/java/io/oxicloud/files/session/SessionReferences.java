package io.oxicloud.files.session;

import io.oxicloud.base.Hash;
import io.oxicloud.chunk.References;
import io.oxicloud.db.Tx;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Collectors;
import org.hibernate.query.SelectionQuery;
import org.jspecify.annotations.Nullable;

/** The pieces of sessions as holders of contents: each row has one reference. */
public final class SessionReferences implements References {
    @Override
    public List<Hash> page(Tx.Scope scope, @Nullable Hash after, int limit) {
        String beyond = after == null ? "" : " where p.content > :after";
        SelectionQuery<Hash> query = scope.session()
                .createSelectionQuery(
                        "select distinct p.content from PieceEntity p" + beyond + " order by p.content", Hash.class)
                .setMaxResults(limit);
        return (after == null ? query : query.setParameter("after", after)).getResultList();
    }

    @Override
    public Map<Hash, Long> count(Tx.Scope scope, Collection<Hash> contents) {
        return scope
                .session()
                .createSelectionQuery(
                        "select p.content, count(*) from PieceEntity p where p.content in :contents group by p.content",
                        Count.class)
                .setParameter("contents", contents)
                .getResultList()
                .stream()
                .collect(Collectors.toMap(Count::content, Count::rows));
    }

    @Override
    public List<Owner> owners(Tx.Scope scope, Hash content, int limit) {
        return scope
                .session()
                .createSelectionQuery("""
                        select s.id, s.name from PieceEntity p join UploadSessionEntity s on s.id = p.id.session
                        where p.content = :content""", Row.class)
                .setParameter("content", content)
                .setMaxResults(limit)
                .getResultList()
                .stream()
                .map(row -> new Owner("upload session " + row.id(), row.name()))
                .toList();
    }

    record Count(Hash content, long rows) {}

    record Row(UUID id, String name) {}
}
