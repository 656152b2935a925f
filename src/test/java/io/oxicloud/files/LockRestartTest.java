package io.oxicloud.files;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.oxicloud.base.Actor;
import io.oxicloud.base.CloudException;
import io.oxicloud.base.ErrorCode;
import io.oxicloud.base.NodeId;
import io.oxicloud.base.Precondition;
import io.oxicloud.blob.MemoryBlobBackend;
import io.oxicloud.db.DatabaseSource;
import io.oxicloud.db.Engine;
import io.oxicloud.db.TestDatabase;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** W-40: a lock is in force to its end, whichever process it was taken in. */
class LockRestartTest {
    @ParameterizedTest
    @EnumSource(Engine.class)
    void aLockOutlivesTheProcessThatGaveIt(Engine engine) {
        DatabaseSource source = TestDatabase.durableSource(engine);
        var memory = new MemoryBlobBackend();
        try (var after = new TestFiles(source, memory)) {
            Actor.User anna = after.user();
            NodeId home = after.home(anna);
            Node file = after.write(anna, home, "a", "x").node();
            FileLock lock;
            try (var before = new TestFiles(source, memory)) {
                var wanted = new LockRequest(LockKind.EXCLUSIVE, false, "", null);
                lock = before.locks.take(anna, file.id(), wanted, Precondition.NONE);
            }

            var refused =
                    assertThrows(CloudException.class, () -> after.tree.delete(anna, file.id(), Precondition.NONE));

            assertEquals(ErrorCode.LOCKED, refused.code());
            assertEquals(1, after.locks.on(anna, List.of(file)).size());
            var token = new Precondition(false, false, null, Set.of(), Set.of(lock.token()));
            after.tree.delete(anna, file.id(), token);
        }
    }
}
