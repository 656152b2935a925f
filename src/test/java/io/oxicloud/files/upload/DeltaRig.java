package io.oxicloud.files.upload;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.oxicloud.base.Actor;
import io.oxicloud.base.ChunkSequence;
import io.oxicloud.base.CloudException;
import io.oxicloud.base.ErrorCode;
import io.oxicloud.base.Hash;
import io.oxicloud.base.Precondition;
import io.oxicloud.db.Engine;
import io.oxicloud.files.Node;
import io.oxicloud.files.TestFiles;
import io.oxicloud.files.Written;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.function.Executable;

/** Two users, a file of which one has the bytes, and what a client does with it. */
final class DeltaRig {
    static final byte[] CONTENT = random(3 << 20, 1);
    static final DeltaClient CLIENT = new DeltaClient(CONTENT);
    static final ChunkSequence CHUNKS = CLIENT.sequence();

    final TestFiles files;
    final Actor.User alice;
    final Actor.User bob;

    DeltaRig(Engine engine) {
        files = new TestFiles(engine);
        alice = files.user();
        bob = files.user();
    }

    List<Hash> all() {
        return CLIENT.pieces().stream().map(DeltaClient.Piece::hash).toList();
    }

    ChunkSequence send(Actor.User who, List<Hash> wanted) throws IOException {
        return files.deltas.take(who, new ByteArrayInputStream(CLIENT.frames(wanted)));
    }

    DeltaOutcome commit(Actor.User who, String name) {
        return files.commits.commit(who, fresh(who, name), CLIENT.hash(), CHUNKS, Precondition.NONE);
    }

    DeltaTarget fresh(Actor.User who, String name) {
        return new DeltaTarget.New(files.home(who), name);
    }

    long held(Actor.User who) {
        return files.ground.tx.read("held", scope -> files.held.of(scope, who.id()));
    }

    byte[] read(Node file) throws IOException {
        try (var content = files.tree.open(new Actor.Job("test"), file)) {
            return content.stream().readAllBytes();
        }
    }

    static Written written(DeltaOutcome outcome) {
        return Objects.requireNonNull(outcome.written(), () -> "missing " + outcome.missing());
    }

    static void refused(ErrorCode why, Executable work) {
        assertEquals(why, assertThrows(CloudException.class, work).code());
    }

    private static byte[] random(int length, long seed) {
        byte[] bytes = new byte[length];
        new Random(seed).nextBytes(bytes);
        return bytes;
    }
}
