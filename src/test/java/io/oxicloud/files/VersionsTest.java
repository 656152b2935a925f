package io.oxicloud.files;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.oxicloud.access.Role;
import io.oxicloud.access.TestGround;
import io.oxicloud.base.Actor;
import io.oxicloud.base.CloudException;
import io.oxicloud.base.ErrorCode;
import io.oxicloud.base.NodeId;
import io.oxicloud.base.Precondition;
import io.oxicloud.db.Engine;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

class VersionsTest extends OnTeamDrive {
    private final Versions versions = files.versions;
    private final Node file;

    VersionsTest(Engine engine) {
        super(engine);
        for (String text : List.of("one", "two!", "three")) {
            files.write(alice, root, "a.txt", text);
            files.clock.advance(Duration.ofMinutes(1));
        }
        file = tree.resolve(alice, drive, List.of("a.txt"));
    }

    @Test
    void allContentsAreListedTheNewestFirstAndCanBeRead() {
        List<FileVersion> all = versions.list(alice, file.id());

        assertEquals(
                List.of("three", "two!", "one"), all.stream().map(this::text).toList());
        assertEquals(List.of(5L, 4L, 3L), all.stream().map(FileVersion::size).toList());
        assertEquals(
                List.of(true, false, false),
                all.stream().map(FileVersion::current).toList());
        assertEquals(alice.id(), all.get(2).by());
        assertEquals(file.created(), all.get(2).at());
    }

    @Test
    void aRestoredContentIsANewVersionAndTheOneBeforeStays() throws Exception {
        FileVersion first = versions.list(alice, file.id()).get(2);

        Node restored = versions.restore(alice, file.id(), first.id(), Precondition.NONE);

        assertEquals("one", files.read(alice, restored));
        assertEquals(file.id(), restored.id());
        assertFalse(restored.etag().equals(file.etag()));
        assertEquals(
                List.of("one", "three", "two!", "one"),
                versions.list(alice, file.id()).stream().map(this::text).toList());
        assertEquals(3L, files.drives.used(alice).get(drive));
        assertEquals(List.of(), files.fsck().findings());
        assertEquals(List.of(), TreeCheck.broken(files));
    }

    @Test
    void restoringWhatTheFileHasDoesNothing() {
        FileVersion current = versions.list(alice, file.id()).get(0);

        assertEquals(
                file.etag(),
                versions.restore(alice, file.id(), current.id(), Precondition.NONE)
                        .etag());

        assertEquals(3, versions.list(alice, file.id()).size());
    }

    @Test
    void aNamedVersionIsKeptForEverUntilItsNameGoes() throws Exception {
        FileVersion first = versions.list(alice, file.id()).get(2);
        var thinning = new VersionThinning(
                files.database.maintenance(), files.ledger, files.references, VersionSettings.DEFAULTS, files.clock);

        assertEquals(
                "signed", versions.name(alice, file.id(), first.id(), "signed").label());
        files.clock.advance(Duration.ofDays(500));
        thinning.run();

        assertEquals(
                List.of("three", "one"),
                versions.list(alice, file.id()).stream().map(this::text).toList());
        assertNull(versions.name(alice, file.id(), first.id(), null).label());
        new VersionThinning(
                        files.database.maintenance(),
                        files.ledger,
                        files.references,
                        VersionSettings.DEFAULTS,
                        files.clock)
                .run();
        assertEquals(1, versions.list(alice, file.id()).size());
        assertEquals(List.of(), files.fsck().findings());
    }

    @Test
    void whoMayReadMayReadFormerContentsAndChangesTakeMore() {
        FileVersion first = versions.list(alice, file.id()).get(2);
        Actor.User reader = files.user();
        files.grant(reader, file, Role.VIEWER);
        Actor.User stranger = files.user();

        assertEquals(3, versions.list(reader, file.id()).size());
        refused(ErrorCode.FORBIDDEN, () -> versions.restore(reader, file.id(), first.id(), Precondition.NONE));
        refused(ErrorCode.FORBIDDEN, () -> versions.name(reader, file.id(), first.id(), "mine"));
        refused(ErrorCode.NOT_FOUND, () -> versions.list(stranger, file.id()));
        refused(ErrorCode.NOT_FOUND, () -> versions.open(stranger, file.id(), first.id()));
        refused(ErrorCode.NOT_FOUND, () -> versions.restore(stranger, file.id(), first.id(), Precondition.NONE));
        refused(ErrorCode.NOT_FOUND, () -> versions.name(stranger, file.id(), first.id(), "mine"));
    }

    /** By guessing, or by way of a file one may read. */
    @Test
    void aVersionOfAnotherFileIsNotThere() {
        Node other = files.write(alice, root, "b.txt", "other").node();
        String foreign = versions.list(alice, other.id()).get(0).id();

        for (String id : List.of(foreign, "", "x", file.id() + "-", file.id() + "-1x", root + "-99999")) {
            refused(ErrorCode.NOT_FOUND, () -> versions.open(alice, file.id(), id));
            refused(ErrorCode.NOT_FOUND, () -> versions.restore(alice, file.id(), id, Precondition.NONE));
            refused(ErrorCode.NOT_FOUND, () -> versions.name(alice, file.id(), id, "x"));
        }
    }

    @Test
    void restoringKeepsTheRulesOfEveryWrite() throws Exception {
        FileVersion second = versions.list(alice, file.id()).get(1);
        var token = files.locks.take(
                alice, file.id(), new LockRequest(LockKind.EXCLUSIVE, false, "me", null), Precondition.NONE);
        refused(ErrorCode.LOCKED, () -> versions.restore(alice, file.id(), second.id(), Precondition.NONE));
        files.locks.release(alice, file.id(), token.token());
        files.write(alice, root, "a.txt", "");
        files.drives.setQuota(TestGround.ADMIN, drive, 3L);
        refused(ErrorCode.OVER_QUOTA, () -> versions.restore(alice, file.id(), second.id(), Precondition.NONE));
        files.drives.setQuota(TestGround.ADMIN, drive, null);
        files.freeze(drive);
        refused(ErrorCode.NOT_ALLOWED_HERE, () -> versions.restore(alice, file.id(), second.id(), Precondition.NONE));
        refused(ErrorCode.NOT_ALLOWED_HERE, () -> versions.name(alice, file.id(), second.id(), "x"));
        assertEquals(List.of(), files.fsck().findings());
    }

    @Test
    void aFolderHasNoVersions() {
        NodeId folder = tree.createFolder(alice, root, "folder").id();

        refused(ErrorCode.CONFLICT, () -> versions.list(alice, folder));
        refused(ErrorCode.CONFLICT, () -> versions.list(alice, root));
    }

    @Test
    void aNameThatIsAllBlankOrTooLongIsRefused() {
        String id = versions.list(alice, file.id()).get(0).id();

        refused(ErrorCode.INVALID_INPUT, () -> versions.name(alice, file.id(), id, " "));
        refused(ErrorCode.INVALID_INPUT, () -> versions.name(alice, file.id(), id, "x".repeat(201)));
    }

    /** Or names would be a way around every quota. */
    @Test
    void namedVersionsHaveTheirShareOfTheDrive() {
        files.drives.setQuota(TestGround.ADMIN, drive, 16L);
        List<FileVersion> all = versions.list(alice, file.id());

        versions.name(alice, file.id(), all.get(1).id(), "four bytes");
        versions.name(alice, file.id(), all.get(1).id(), "still four");
        versions.name(alice, file.id(), all.get(2).id(), "three more");
        refused(
                ErrorCode.OVER_QUOTA,
                () -> versions.name(alice, file.id(), all.get(0).id(), "five more"));
        versions.name(alice, file.id(), all.get(1).id(), null);
        versions.name(alice, file.id(), all.get(0).id(), "five instead of four");
    }

    private String text(FileVersion version) {
        try (FileContent content = versions.open(alice, file.id(), version.id())) {
            return new String(content.stream().readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void refused(ErrorCode code, Executable work) {
        assertEquals(code, assertThrows(CloudException.class, work).code());
    }
}
