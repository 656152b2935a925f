package io.oxicloud.files.session;

import io.oxicloud.base.DriveId;
import io.oxicloud.base.NodeId;
import io.oxicloud.base.UserId;
import io.oxicloud.db.Tx;
import jakarta.persistence.LockModeType;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** The statements over sessions and their pieces. */
final class SessionRows {
    /** What its owner can see of it: a session whose time is over is not there, wherever the sweeper is. */
    private static final String SEEN = """
            from UploadSessionEntity s
            where s.id = :id and s.userId = :user and s.state <> ENDED and s.expiresAt > :now""";

    Optional<UploadSessionEntity> find(Tx.Scope scope, UUID id, UserId user, Instant now) {
        return scope.session()
                .createSelectionQuery(SEEN, UploadSessionEntity.class)
                .setParameter("id", id)
                .setParameter("user", user.value())
                .setParameter("now", now)
                .uniqueResultOptional();
    }

    /** As {@link #find}; nobody else changes it before this transaction ends. */
    Optional<UploadSessionEntity> lock(Tx.Scope scope, UUID id, UserId user, Instant now) {
        return scope.session()
                .createSelectionQuery(SEEN, UploadSessionEntity.class)
                .setParameter("id", id)
                .setParameter("user", user.value())
                .setParameter("now", now)
                .setLockMode(LockModeType.PESSIMISTIC_WRITE)
                .uniqueResultOptional();
    }

    /** Counts a piece that comes. One statement, however many have come before. */
    boolean count(Tx.Scope scope, UUID id, long bytes, Instant now) {
        return scope.change(
                        "update upload_session set received_bytes = received_bytes + ?,"
                                + " received_pieces = received_pieces + 1"
                                + " where id = ? and state = 'OPEN' and expires_at > ?",
                        bytes,
                        id,
                        now)
                == 1;
    }

    /** Counts bytes that came and are not kept. */
    void waste(Tx.Scope scope, UUID id, long bytes) {
        scope.change("update upload_session set wasted_bytes = wasted_bytes + ? where id = ?", bytes, id);
    }

    boolean has(Tx.Scope scope, UUID id, int number) {
        return scope.session()
                        .createSelectionQuery("select count(*) from PieceEntity p where p.id = :id", Long.class)
                        .setParameter("id", new PieceId(id, number))
                        .getSingleResult()
                > 0;
    }

    /** All that have come, by number. */
    List<PieceEntity> pieces(Tx.Scope scope, UUID id) {
        return scope.session()
                .createSelectionQuery(
                        "from PieceEntity p where p.id.session = :id order by p.id.session, p.id.number",
                        PieceEntity.class)
                .setParameter("id", id)
                .getResultList();
    }

    List<Integer> numbers(Tx.Scope scope, UUID id) {
        return scope.session()
                .createSelectionQuery(
                        "select p.id.number from PieceEntity p where p.id.session = :id order by p.id.number",
                        Integer.class)
                .setParameter("id", id)
                .getResultList();
    }

    void finish(Tx.Scope scope, UUID id, NodeId file) {
        scope.change("update upload_session set state = 'DONE', file_id = ? where id = ?", file.value(), id);
    }

    void end(Tx.Scope scope, UUID id) {
        scope.change("update upload_session set state = 'ENDED' where id = ?", id);
    }

    /** What those of a user that are open will need in a drive, together. What others announce is no business of theirs. */
    long promised(Tx.Scope scope, UserId user, DriveId drive, Instant now) {
        return scope.session()
                .createSelectionQuery(
                        "select coalesce(sum(s.totalBytes), 0) from UploadSessionEntity s"
                                + " where s.driveId = :drive and s.userId = :user and s.state = OPEN and s.expiresAt > :now",
                        Long.class)
                .setParameter("drive", drive.value())
                .setParameter("user", user.value())
                .setParameter("now", now)
                .getSingleResult();
    }

    /** Sessions with pieces that nobody needs any more, or that are over. */
    List<UUID> due(Tx.Scope scope, Instant now, int limit) {
        return scope.session()
                .createSelectionQuery("""
                        select s.id from UploadSessionEntity s
                        where s.expiresAt <= :now or s.state = ENDED
                        or (s.state = DONE and exists (select 1 from PieceEntity p where p.id.session = s.id))
                        order by s.id""", UUID.class)
                .setParameter("now", now)
                .setMaxResults(limit)
                .getResultList();
    }

    Optional<UploadSessionEntity> lock(Tx.Scope scope, UUID id) {
        return scope.session()
                .createSelectionQuery("from UploadSessionEntity s where s.id = :id", UploadSessionEntity.class)
                .setParameter("id", id)
                .setLockMode(LockModeType.PESSIMISTIC_WRITE)
                .uniqueResultOptional();
    }

    List<PieceEntity> some(Tx.Scope scope, UUID id, int limit) {
        return scope.session()
                .createSelectionQuery(
                        "from PieceEntity p where p.id.session = :id order by p.id.session, p.id.number",
                        PieceEntity.class)
                .setParameter("id", id)
                .setMaxResults(limit)
                .getResultList();
    }

    /** @param last number of the last one that goes; all before it go with it */
    int remove(Tx.Scope scope, UUID id, int last) {
        return scope.change("delete from upload_piece where session_id = ? and number <= ?", id, last);
    }

    void remove(Tx.Scope scope, UUID id) {
        scope.change("delete from upload_session where id = ?", id);
    }
}
