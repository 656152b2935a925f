package io.oxicloud.drive;

import io.oxicloud.access.Resource;
import io.oxicloud.access.Role;
import io.oxicloud.access.Subject;
import io.oxicloud.access.TestGround;
import io.oxicloud.audit.AuditQuery;
import io.oxicloud.audit.AuditRow;
import io.oxicloud.base.Actor;
import io.oxicloud.db.Engine;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** The drive package on top of a {@link TestGround}, without a tree of files. */
final class DriveGround implements AutoCloseable {
    final TestGround ground;
    final MemoryRoots roots = new MemoryRoots();
    final DriveLedger ledger;
    final DriveMembers members;
    final Drives drives;

    DriveGround(Engine engine) {
        ground = new TestGround(engine, Entities.CLASSES);
        var directory = ground.doors.directory();
        ledger = new DriveLedger(ground.grants, directory, List.of(roots), ground.events, ground.ids, ground.clock);
        var ownership = new DriveOwnership(ledger, ground.grants, directory);
        ground.open(List.of(ownership), List.of(ownership));
        var selector = new DriveSelector(ground.tx, ground.access, ground.caches, ground.events, ground.clock);
        drives = new Drives(ground.tx, ground.access, ledger, selector, ground.audit);
        members = new DriveMembers(ground.tx, ground.access, ground.grants, directory, ground.audit, ground.clock);
    }

    DriveRow shared(String name, Actor.User owner) {
        return shared(name, Subject.of(owner.id()));
    }

    DriveRow shared(String name, Subject owner) {
        return drives.createShared(TestGround.ADMIN, new NewDrive(name, owner, null));
    }

    DriveView personal(Actor.User user) {
        return drives.readable(user).get(0);
    }

    void join(Actor.User user, DriveRow drive, Role role) {
        ground.give(Subject.of(user.id()), Resource.of(drive.id()), role, null);
    }

    List<String> names(Actor actor) {
        return drives.readable(actor).stream().map(DriveView::name).toList();
    }

    /** What the audit log says about drives. */
    Set<String> driveEvents() {
        var query = new AuditQuery(null, "drive.", null, null, null, 200);
        return ground.audit.query(TestGround.ADMIN, query).items().stream()
                .map(AuditRow::event)
                .collect(Collectors.toSet());
    }

    @Override
    public void close() {
        ground.close();
    }
}
