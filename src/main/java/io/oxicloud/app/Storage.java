package io.oxicloud.app;

import io.oxicloud.app.http.Component;
import io.oxicloud.app.settings.Setting;
import io.oxicloud.app.settings.SettingException;
import io.oxicloud.app.settings.Settings;
import io.oxicloud.base.Ids;
import io.oxicloud.base.PeriodicTask;
import io.oxicloud.blob.BlobBackend;
import io.oxicloud.blob.BlobHealth;
import io.oxicloud.blob.encrypted.BlobKeys;
import io.oxicloud.blob.encrypted.EncryptingBlobBackend;
import io.oxicloud.blob.moving.MigratingBlobBackend;
import io.oxicloud.chunk.ChunkSweeper;
import io.oxicloud.chunk.Fsck;
import io.oxicloud.chunk.FsckTask;
import io.oxicloud.chunk.Grace;
import io.oxicloud.chunk.StoreSample;
import io.oxicloud.chunk.job.CheckTask;
import io.oxicloud.chunk.job.Checks;
import io.oxicloud.chunk.job.MoveTask;
import io.oxicloud.chunk.job.Moves;
import io.oxicloud.chunk.job.NodeSetup;
import io.oxicloud.chunk.job.NodeTurn;
import io.oxicloud.chunk.job.RekeyTask;
import io.oxicloud.chunk.job.Rekeys;
import io.oxicloud.chunk.job.SweepTask;
import io.oxicloud.chunk.job.Sweeps;
import io.oxicloud.chunk.job.TargetSample;
import io.oxicloud.db.Database;
import io.oxicloud.db.Engine;
import io.oxicloud.db.Tx;
import io.oxicloud.files.ContentReferences;
import io.oxicloud.files.session.SessionReferences;
import io.oxicloud.rest.storage.StorageDoors;
import java.io.IOException;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Where contents are kept, as the settings say.
 *
 * @param source where they are now
 * @param target where they are to move, or null
 * @param formerKeys whether there are keys that contents may be under beside the newest
 * @param turn where new ones go
 * @param blobs what the product sees of all that
 */
record Storage(
        StorageHalf source,
        @Nullable StorageHalf target,
        NodeSetup setup,
        boolean formerKeys,
        NodeTurn turn,
        BlobBackend blobs) {
    /**
     * Opens all of it.
     *
     * @param opened closes what this has opened, also after a failure
     * @throws StartFailure if it cannot be used
     * @throws SettingException if settings do not fit together
     */
    static Storage open(
            Settings settings, DataDirectory data, Database database, StorageKeys keys, Ids ids, Closing opened) {
        var maker = new StorageHalf.Maker(settings, data, keys.random(), keys::get);
        StorageHalf source = maker.source();
        opened.add(source.served());
        StorageHalf target = null;
        if (settings.find(Setting.STORAGE_TARGET_BACKEND).isPresent()) {
            target = maker.target();
            opened.add(target.served());
            if (target.place().equals(source.place())) {
                throw new SettingException(
                        "the settings STORAGE_TARGET_* name the storage that contents are in already");
            }
        }
        BlobKeys used = keys.used();
        var setup = new NodeSetup(
                source.place(),
                target == null ? null : target.place(),
                used == null ? null : Integer.toHexString(used.currentId()));
        var turn = new NodeTurn(database.maintenance(), setup, ids.next(), System::nanoTime);
        turn.look();
        BlobBackend blobs =
                target == null ? source.served() : new MigratingBlobBackend(source.served(), target.served(), turn);
        return new Storage(source, target, setup, used != null && used.hasFormer(), turn, blobs);
    }

    /**
     * Tells the other nodes of this one.
     *
     * @param opened ends that
     * @throws StartFailure if the settings do not fit to a move that is under way
     */
    void join(Ground ground, Closing opened) {
        if (ground.settings().flag(Setting.STORAGE_MUST_FIT)) {
            try {
                turn.join(ground.database().engine() == Engine.H2);
            } catch (IllegalStateException e) {
                throw new StartFailure(e.getMessage() + ". If that move is of no interest any more, start with"
                        + " OXICLOUD_STORAGE_MUST_FIT=false");
            }
        }
        opened.add(turn).start();
    }

    /** For administrators. */
    StorageDoors doors(Ground ground) {
        Tx tx = ground.database().requests();
        var sample = target == null ? null : new TargetSample(tx, target.direct(), ground.random());
        return new StorageDoors(
                new StorageReport(source.measured(), target == null ? null : target.measured()),
                new Moves(tx, turn, sample),
                new Checks(tx),
                new Sweeps(tx),
                new Rekeys(tx, setup));
    }

    /** What the store does by itself, and when it was asked to. */
    List<PeriodicTask> tasks(Ground ground) {
        Tx tx = ground.database().maintenance();
        Clock clock = ground.clock();
        Fsck fsck = fsck(ground);
        List<PeriodicTask> tasks = new ArrayList<>(List.of(
                new ChunkSweeper(tx, blobs, Grace.DEFAULTS),
                new SweepTask(tx, blobs, Grace.DEFAULTS),
                new FsckTask(fsck),
                new CheckTask(tx, fsck, clock)));
        if (target != null) {
            tasks.add(new MoveTask(tx, clock, ground.ids(), setup, source.direct(), target.direct()));
        }
        List<EncryptingBlobBackend> sealed = Stream.of(source, target)
                .filter(Objects::nonNull)
                .flatMap(half -> half.sealed().stream())
                .toList();
        if (!sealed.isEmpty()) {
            tasks.add(new RekeyTask(tx, clock, ground.ids(), setup, formerKeys, sealed));
        }
        return tasks;
    }

    /**
     * Sees to it that the store is the one of this database: a disk that is not mounted, another bucket or another way of
     * encryption would look like the loss of all files.
     *
     * @throws StartFailure if it is not
     */
    static void check(Ground ground) {
        boolean asked = ground.settings().flag(Setting.STORAGE_MUST_FIT);
        if (asked && !new StoreSample(ground.database().maintenance(), ground.blobs()).isThere()) {
            throw new StartFailure("the database knows contents, and none of those looked for is in the "
                    + ground.blobs().health().backend()
                    + " storage. Is its disk mounted, and do the settings STORAGE_* say"
                    + " what they said when the files were stored? Restore it from your backup; or start with"
                    + " OXICLOUD_STORAGE_MUST_FIT=false if the contents are lost");
        }
    }

    static Component component(BlobBackend blobs) {
        return new Component("storage", () -> {
            BlobHealth health = blobs.health();
            if (!health.connected()) {
                throw new IOException(health.message());
            }
        });
    }

    /** The check of all contents, for everybody who holds some. */
    static Fsck fsck(Ground ground) {
        return new Fsck(
                ground.database().maintenance(),
                ground.blobs(),
                List.of(new ContentReferences(), new SessionReferences()),
                ground.clock());
    }

    /** For quotas that no disk could hold; a backend that cannot tell has room. */
    static long freeBytes(BlobBackend blobs) {
        Long free = blobs.health().availableBytes();
        return free == null ? Long.MAX_VALUE : free;
    }
}
