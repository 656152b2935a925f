package io.oxicloud.files.session;

import io.oxicloud.access.Access;
import io.oxicloud.base.Actor;
import io.oxicloud.base.CloudException;
import io.oxicloud.base.ErrorCode;
import io.oxicloud.base.Ids;
import io.oxicloud.base.UserId;
import io.oxicloud.chunk.ChunkLedger;
import io.oxicloud.chunk.ChunkStore;
import io.oxicloud.chunk.ContentLease;
import io.oxicloud.db.DuplicateException;
import io.oxicloud.db.Tx;
import io.oxicloud.files.FileTree;
import io.oxicloud.files.Node;
import io.oxicloud.files.WriteIntent;
import io.oxicloud.files.upload.HeldBytes;
import java.io.IOException;
import java.io.InputStream;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.function.LongSupplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Door to uploads that come in pieces, in any order, over hours and through any node: all there is of one are rows, and contents
 * of the store that the rows hold. An acknowledged piece is on stable storage and stays until the session ends. A session is its
 * owner's; to everybody else, and when its time is over, it is NOT_FOUND. Thread-safe.
 */
public final class UploadSessions {
    /** How many pieces may come in vain; of a longer file, as many bytes as it has. */
    private static final long WASTED_PIECES = 32;

    private final Tx tx;
    private final FileTree tree;
    private final HeldBytes held;
    private final ChunkStore contents;
    private final ChunkLedger references;
    private final LongSupplier free;
    private final SessionLimits limits;
    private final Ids ids;
    private final Clock clock;
    private final SessionRows rows = new SessionRows();
    private final PieceRelease release;
    private final Completion completion;

    public UploadSessions(
            Tx tx, FileTree tree, HeldBytes held, FileTree.Store store, SessionLimits limits, Ids ids, Clock clock) {
        this.tx = tx;
        this.held = held;
        this.tree = tree;
        contents = store.contents();
        references = store.references();
        free = store.limits().freeBytes();
        this.limits = limits;
        this.ids = ids;
        this.clock = clock;
        release = new PieceRelease(tx, references, held);
        completion = new Completion(tx, tree, held, store, ids, clock);
    }

    /**
     * Begins an upload. Takes CREATE on the folder. What it will need counts until it ends, against the room that other sessions of
     * the same user find in that drive, and nobody else's: who announces much and sends nothing is in nobody's way.
     *
     * @throws CloudException as {@link FileTree#prepareWrite}; NAME_TAKEN; TOO_LARGE for a longer piece than any may be;
     *     OVER_QUOTA if it does not fit into the drive beside the user's other sessions there, or is more than one account may hold
     */
    public UploadSession begin(Actor actor, NewSession wanted) {
        UserId user = actor.user().id();
        if (wanted.pieceBytes() > limits.maxPieceBytes()) {
            throw new CloudException(
                    ErrorCode.TOO_LARGE, "chunk_size: a piece may have at most " + limits.maxPieceBytes() + " bytes");
        }
        WriteIntent intent = completion.prepare(actor, wanted.folder(), wanted.name(), wanted.totalBytes());
        Node folder = tree.get(actor, wanted.folder());
        Instant now = now();
        var made = new UploadSessionEntity(
                ids.next(), user.value(), folder.drive().value(), wanted, intent.name(), now.plus(limits.life()));
        tx.retryingWrite("sessions.begin", scope -> {
            held.announce(scope, user, wanted.totalBytes());
            long promised = rows.promised(scope, user, folder.drive(), now);
            if (wanted.totalBytes() > intent.bound().quota() - promised) {
                throw new CloudException(
                        ErrorCode.OVER_QUOTA,
                        "there is no room beside the " + promised + " bytes of your other uploads");
            }
            scope.session().persist(made);
            return made.id;
        });
        return made.view();
    }

    /** How long a session is kept. */
    public Duration life() {
        return limits.life();
    }

    /** How far it has come: one statement, however many pieces have. */
    public UploadSession get(Actor actor, UUID id) {
        UserId user = actor.user().id();
        return tx.read("sessions.get", scope -> found(scope, id, user)).view();
    }

    /** The numbers of the pieces that have not come. */
    public List<Integer> missing(Actor actor, UploadSession asked) {
        UserId user = actor.user().id();
        Set<Integer> there = tx.read("sessions.missing", scope -> {
            found(scope, asked.id(), user);
            return new HashSet<>(rows.numbers(scope, asked.id()));
        });
        return asked.file() != null
                ? List.of()
                : IntStream.range(0, asked.pieces().count())
                        .filter(number -> !there.contains(number))
                        .boxed()
                        .toList();
    }

    /**
     * Takes one piece. When this returns, it is on stable storage. One at a time sends a piece.
     *
     * @param bytes not closed; nothing is read of them before it is clear that they may come
     * @param announced how many will come, or -1
     * @throws CloudException INVALID_INPUT if there is no such piece, it has come before, it has another length, or the checksum is
     *     another one; nothing of it is kept then. CONFLICT while somebody else sends it, or if too much came already that was not
     *     kept. TOO_LARGE if more are announced than any piece may have. STORAGE_FULL. As {@link ChunkStore#ingest}
     * @throws IOException if {@code bytes} fails
     */
    public UploadSession put(
            Actor actor, UUID id, int number, @Nullable Checksum checksum, InputStream bytes, long announced)
            throws IOException {
        UserId user = actor.user().id();
        if (announced > limits.maxPieceBytes()) {
            throw new CloudException(
                    ErrorCode.TOO_LARGE, "a piece may have at most " + limits.maxPieceBytes() + " bytes");
        }
        var claim = new Claim(id, number, ids.next());
        UploadSession session = tx.retryingWrite("sessions.claim", scope -> claimPiece(scope, claim, user));
        var piece = new ExactBytes(claim.guard(bytes, tx), session.pieces().lengthOf(number));
        boolean kept = false;
        try {
            piece.requireAnnounced(announced);
            requireDisk(session.pieces().lengthOf(number));
            Checksum.@Nullable Check check = checksum == null ? null : checksum.begin(piece);
            try (ContentLease lease = contents.ingest(check == null ? piece : check.bytes())) {
                piece.requireAll();
                if (check != null) {
                    check.require(lease.hash());
                }
                keep(user, claim, lease);
                kept = true;
            }
        } finally {
            if (!kept) {
                claim.giveUp(tx, rows, piece.came());
            }
        }
        return get(actor, id);
    }

    private UploadSession claimPiece(Tx.Scope scope, Claim claim, UserId user) {
        UploadSessionEntity found = found(scope, claim.session(), user);
        UploadSession session = found.view();
        long length = session.pieces().lengthOf(claim.number());
        if (found.state != SessionState.OPEN || rows.has(scope, found.id, claim.number())) {
            throw cameBefore(claim.number());
        }
        if (found.wastedBytes >= Math.max(found.totalBytes, length * WASTED_PIECES)) {
            throw new CloudException(
                    ErrorCode.CONFLICT,
                    found.wastedBytes + " bytes came for this upload that could not be kept: begin it anew");
        }
        claim.take(scope);
        return session;
    }

    private void requireDisk(long length) {
        if (length > free.getAsLong()) {
            throw new CloudException(ErrorCode.STORAGE_FULL, "the storage has no room for " + length + " bytes");
        }
    }

    private void keep(UserId user, Claim claim, ContentLease lease) {
        Instant now = now();
        UUID id = claim.session();
        int number = claim.number();
        try {
            tx.retryingWrite("sessions.put", scope -> {
                if (!rows.count(scope, id, lease.size(), now)) {
                    throw rows.find(scope, id, user, now)
                            .map(done -> cameBefore(number))
                            .orElseGet(Access::absent);
                }
                scope.session().persist(new PieceEntity(new PieceId(id, number), lease.hash(), lease.size()));
                scope.session().flush();
                references.adopt(scope, lease);
                claim.drop(scope);
                return id;
            });
        } catch (DuplicateException e) {
            if (e.constraint().equals("pk_upload_piece")) {
                throw cameBefore(number);
            }
            throw e;
        }
    }

    /**
     * Makes the file of the pieces, after all that was asked at the beginning was asked again; and once: whoever asks again gets
     * the same file, whatever failed after it was made. After a failure everything is as it was, to be tried again.
     *
     * @throws CloudException INVALID_INPUT if pieces are missing or the checksum is another one; CONFLICT, with the time to try again,
     *     while somebody else is making it; as {@link FileTree#commitWrite}; NAME_TAKEN; NOT_FOUND also if the file that it became is
     *     gone
     */
    public Node complete(Actor actor, UUID id, @Nullable Checksum checksum) {
        return completion.complete(actor, id, checksum);
    }

    /** Gives a session up, and what has come of it back. */
    public void abandon(Actor actor, UUID id) {
        UserId user = actor.user().id();
        tx.retryingWrite("sessions.abandon", scope -> {
            UploadSessionEntity session = rows.lock(scope, id, user, now()).orElseThrow(Access::absent);
            if (session.state == SessionState.OPEN) {
                held.release(scope, user, session.totalBytes);
            }
            rows.end(scope, session.id);
            return id;
        });
        release.tryRelease(id, now());
    }

    private UploadSessionEntity found(Tx.Scope scope, UUID id, UserId user) {
        return rows.find(scope, id, user, now()).orElseThrow(Access::absent);
    }

    private static CloudException cameBefore(int number) {
        return new CloudException(ErrorCode.INVALID_INPUT, "piece " + number + " has come before");
    }

    private Instant now() {
        return clock.instant().truncatedTo(ChronoUnit.MICROS);
    }
}
