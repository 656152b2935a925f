package io.oxicloud.files;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.oxicloud.access.Role;
import io.oxicloud.access.TestGround;
import io.oxicloud.base.Actor;
import io.oxicloud.base.CloudException;
import io.oxicloud.base.ErrorCode;
import io.oxicloud.base.Precondition;
import io.oxicloud.db.Engine;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** What the tree shares with drives: their roots. */
class DriveRootsTest extends OnTeamDrive {
    DriveRootsTest(Engine engine) {
        super(engine);
    }

    @Test
    void aRootBearsTheNameOfItsDrive() {
        files.drives.rename(alice, drive, "Crew");

        assertEquals("Crew", tree.get(alice, root).name());
    }

    @Test
    void onlyAnEmptyDriveIsDeleted() {
        Node folder = tree.createFolder(alice, root, "folder");
        refused(ErrorCode.CONFLICT, () -> files.drives.delete(alice, drive));

        tree.delete(alice, folder.id(), Precondition.NONE);
        files.drives.delete(alice, drive);

        refused(ErrorCode.NOT_FOUND, () -> tree.get(alice, root));
        refused(ErrorCode.NOT_FOUND, () -> tree.resolve(alice, drive, List.of()));
    }

    @Test
    void withAnAccountItsFilesAreGoneAtOnce() {
        Actor.User bob = files.user();
        Node file = files.write(bob, files.home(bob), "a", "x").node();
        files.grant(alice, file, Role.VIEWER);
        assertEquals(file, tree.get(alice, file.id()));

        files.ground.accounts().delete(TestGround.ADMIN, bob.id());

        refused(ErrorCode.NOT_FOUND, () -> tree.get(alice, file.id()));
    }

    private static void refused(ErrorCode code, Executable call) {
        assertEquals(code, assertThrows(CloudException.class, call).code());
    }
}
