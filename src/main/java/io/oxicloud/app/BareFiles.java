package io.oxicloud.app;

import io.oxicloud.access.Access;
import io.oxicloud.access.Grants;
import io.oxicloud.account.AccountDoors;
import io.oxicloud.chunk.ChunkLedger;
import io.oxicloud.chunk.ChunkStore;
import io.oxicloud.db.Tx;
import io.oxicloud.drive.DriveLedger;
import io.oxicloud.files.DriveRoots;
import io.oxicloud.files.FileTree;
import java.util.List;

/** Drives and what lies in them, without a server around: for commands. */
record BareFiles(Tx tx, DriveLedger drives, FileTree tree) {
    /** @param opened closes what this has opened */
    static BareFiles of(Ground ground, Closing opened) {
        var concerns = new Concerns(ground.settings());
        Tx tx = ground.database().requests();
        var people = new AccountDoors(
                new AccountDoors.Ground(
                        ground.database(),
                        ground.caches(),
                        ground.events(),
                        ground.sealer(),
                        ground.audit(),
                        ground.clock(),
                        ground.random()),
                concerns.accounts());
        var access = new Access(tx, people.directory(), ground.caches(), ground.events(), ground.clock());
        var drives = new DriveLedger(
                new Grants(ground.events(), ground.ids(), ground.clock()),
                people.directory(),
                List.of(new DriveRoots(ground.clock())),
                ground.events(),
                ground.ids(),
                ground.clock());
        var chunks = opened.add(new ChunkStore(
                tx,
                ground.storage().blobs(),
                ground.caches(),
                ground.clock(),
                ground.ids(),
                concerns.store(Runtime.getRuntime().maxMemory())));
        var free = new FreeSpace(() -> Storage.freeBytes(ground.storage().blobs()), ground.clock());
        var store = new FileTree.Store(chunks, new ChunkLedger(), concerns.writes(free));
        return new BareFiles(tx, drives, new FileTree(tx, access, drives, store, ground.ids(), ground.clock()));
    }
}
