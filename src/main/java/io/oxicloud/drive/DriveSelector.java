package io.oxicloud.drive;

import io.oxicloud.access.Access;
import io.oxicloud.access.Holding;
import io.oxicloud.access.Resource;
import io.oxicloud.base.Actor;
import io.oxicloud.base.UserId;
import io.oxicloud.cache.CacheSettings;
import io.oxicloud.cache.Caches;
import io.oxicloud.cache.InvalidationBus;
import io.oxicloud.cache.SingleFlightCache;
import io.oxicloud.db.Tx;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.function.Function;

/**
 * The readable drives of users, remembered for 30 s and forgotten when a drive, a grant or a group changes. One statement
 * for a user whose holdings are known, none and next to no allocation afterwards. For {@link Drives} alone to ask; one for
 * a running system. Thread-safe.
 */
public final class DriveSelector {
    private static final CacheSettings KEPT = CacheSettings.expiring(100_000, Duration.ofSeconds(30));

    private final DriveRows rows = new DriveRows();
    private final Tx tx;
    private final Access access;
    private final Clock clock;
    private final SingleFlightCache<UserId, ReadableDrives> drives;
    private final Function<UserId, ReadableDrives> load = this::load;

    public DriveSelector(Tx tx, Access access, Caches caches, InvalidationBus events, Clock clock) {
        this.tx = tx;
        this.access = access;
        this.clock = clock;
        this.drives = caches.create("drive.readable", KEPT);
        var forgetting = new Forgetting();
        events.subscribe(DriveLedger.TOPIC, forgetting);
        access.whenHoldingsChange(forgetting);
    }

    ReadableDrives of(UserId user) {
        ReadableDrives known = drives.get(user, load);
        if (known.isCurrent(clock.millis())) {
            return known;
        }
        drives.invalidate(user);
        return drives.get(user, load);
    }

    /** What the user holds is the same with and without his other flags. */
    private ReadableDrives load(UserId user) {
        List<Holding> holdings =
                access.rights(new Actor.User(user, false, false)).holdings(Resource.Kind.DRIVE);
        List<UUID> ids = holdings.stream()
                .map(holding -> holding.resource().id())
                .distinct()
                .toList();
        return ReadableDrives.of(user, holdings, tx.read("drive.readable", scope -> rows.all(scope, ids)));
    }

    private final class Forgetting implements InvalidationBus.Listener {
        @Override
        public void invalidate(String key) {
            drives.invalidate(UserId.parse(key));
        }

        @Override
        public void clear() {
            drives.clear();
        }
    }
}
