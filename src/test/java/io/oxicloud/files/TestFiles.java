package io.oxicloud.files;

import io.oxicloud.access.Access;
import io.oxicloud.access.Grants;
import io.oxicloud.access.Resource;
import io.oxicloud.access.Role;
import io.oxicloud.access.Subject;
import io.oxicloud.account.AccountDoors;
import io.oxicloud.account.AccountSettings;
import io.oxicloud.account.Directory;
import io.oxicloud.audit.Audit;
import io.oxicloud.base.Actor;
import io.oxicloud.base.DriveId;
import io.oxicloud.base.Ids;
import io.oxicloud.base.UserId;
import io.oxicloud.cache.Caches;
import io.oxicloud.db.ClusterEvents;
import io.oxicloud.db.Database;
import io.oxicloud.db.Engine;
import io.oxicloud.db.Sealer;
import io.oxicloud.db.TestDatabase;
import io.oxicloud.drive.DriveKind;
import io.oxicloud.drive.DriveLedger;
import io.oxicloud.drive.DriveRow;
import io.oxicloud.drive.Policies;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.List;
import java.util.UUID;

/** Files on a fresh database with everything real beneath; grants go to users directly, there are no groups. */
public final class TestFiles implements AutoCloseable {
    public final TestClock clock = new TestClock(Instant.parse("2026-07-20T10:00:00Z"));
    public final Database database;
    public final Access access;
    public final Grants grants;
    public final DriveLedger drives;
    public final DriveRoots roots = new DriveRoots(clock);
    public final FileTree tree;
    private final Ids ids = new Ids(clock, new SecureRandom());
    private final ClusterEvents events;
    private final Caches caches = new Caches(clock::millis);

    public TestFiles(Engine engine) {
        database = TestDatabase.open(
                engine,
                Entities.CLASSES,
                io.oxicloud.access.Entities.CLASSES,
                io.oxicloud.account.Entities.CLASSES,
                io.oxicloud.audit.Entities.CLASSES,
                io.oxicloud.drive.Entities.CLASSES,
                io.oxicloud.db.Entities.CLASSES);
        events = new ClusterEvents(database, UUID.randomUUID());
        grants = new Grants(events, ids, clock);
        Directory directory = directory();
        access = new Access(database.requests(), directory, caches, events, clock);
        drives = new DriveLedger(grants, directory, List.of(roots), events, ids, clock);
        tree = new FileTree(database.requests(), access, drives, ids, clock);
    }

    public Actor.User user() {
        return new Actor.User(new UserId(ids.next()), false, false);
    }

    /** A shared drive without quota. */
    public DriveId drive(Actor.User owner, String name) {
        var id = new DriveId(ids.next());
        Instant now = clock.instant();
        database.requests().write("test.drive", scope -> {
            scope.session()
                    .createNativeMutationQuery("""
                            insert into drive (id, kind, name, used_bytes, policies, created_at, updated_at, version)
                            values (:id, 'SHARED', :name, 0, '', :now, :now, 0)
                            """)
                    .setParameter("id", id.value())
                    .setParameter("name", name)
                    .setParameter("now", now)
                    .executeUpdate();
            var row = new DriveRow(id, DriveKind.SHARED, name, null, null, 0, Policies.NONE, now, now);
            roots.created(scope, row, owner.id());
            return grants.give(scope, owner, Subject.of(owner.id()), Resource.of(id), Role.OWNER, null);
        });
        return id;
    }

    public void grant(Actor.User to, Node node, Role role) {
        database.requests()
                .write(
                        "test.grant",
                        scope -> grants.give(
                                scope,
                                to,
                                Subject.of(to.id()),
                                Resource.of(node.lineage(), node.folder()),
                                role,
                                null));
    }

    private Directory directory() {
        var random = new SecureRandom();
        Sealer sealer = Sealer.open(database, new byte[Sealer.KEY_LENGTH], random);
        var audit = new Audit(database.requests(), ids, clock);
        var ground = new AccountDoors.Ground(database, caches, events, sealer, audit, clock, random);
        return new AccountDoors(ground, AccountSettings.DEFAULTS).directory();
    }

    @Override
    public void close() {
        events.close();
        caches.close();
        database.close();
    }
}
