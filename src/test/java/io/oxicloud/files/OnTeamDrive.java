package io.oxicloud.files;

import io.oxicloud.base.Actor;
import io.oxicloud.base.DriveId;
import io.oxicloud.base.NodeId;
import io.oxicloud.db.Engine;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Where most tests of files begin: on each engine, a shared drive "Team" that belongs to Alice. */
@ParameterizedClass
@EnumSource(Engine.class)
abstract class OnTeamDrive {
    final TestFiles files;
    final FileTree tree;
    final Actor.User alice;
    final DriveId drive;
    final NodeId root;

    OnTeamDrive(Engine engine) {
        files = new TestFiles(engine);
        tree = files.tree;
        alice = files.user();
        drive = files.drive(alice, "Team");
        root = new NodeId(drive.value());
    }

    @AfterEach
    final void close() {
        files.close();
    }
}
