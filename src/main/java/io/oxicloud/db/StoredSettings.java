package io.oxicloud.db;

import io.oxicloud.base.CloudException;
import io.oxicloud.base.UserId;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/** The settings that administrators made at run time; the last place where a setting is looked for. Thread-safe. */
public final class StoredSettings {
    private static final String UPDATE = """
            update StoredSettingEntity s
            set s.plain = :plain, s.sealed = :sealed, s.changedBy = :by, s.changedAt = :at
            where s.name = :name
            """;
    private static final String INSERT = """
            insert into StoredSettingEntity (name, plain, sealed, changedBy, changedAt)
            values (:name, :plain, :sealed, :by, :at)
            on conflict do nothing
            """;

    private final Tx tx;
    private final Sealer sealer;
    private final Clock clock;

    public StoredSettings(Tx tx, Sealer sealer, Clock clock) {
        this.tx = tx;
        this.sealer = sealer;
        this.clock = clock;
    }

    /**
     * All of them by key, in its order.
     *
     * @throws CloudException CORRUPT_CONTENT if a sealed one does not open
     */
    public Map<String, StoredSetting> all() {
        var rows = tx.read(
                "settings.all",
                scope -> scope.session()
                        // read at each start, and the query language would take a second of it to load
                        .createNativeQuery("select * from stored_setting", StoredSettingEntity.class)
                        .getResultList());
        var settings = new TreeMap<String, StoredSetting>();
        rows.forEach(row -> settings.put(row.name, setting(row)));
        return settings;
    }

    /** Adds or replaces. */
    public void put(String key, String value, boolean secret, UserId by) {
        byte[] sealed = secret ? sealer.seal(value.getBytes(StandardCharsets.UTF_8), context(key)) : null;
        Instant now = clock.instant().truncatedTo(ChronoUnit.MICROS);
        tx.write("settings.put", scope -> {
            ToIntFunction<String> run = statement -> scope.session()
                    .createMutationQuery(statement)
                    .setParameter("name", key)
                    .setParameter("plain", secret ? null : value, String.class)
                    .setParameter("sealed", sealed, byte[].class)
                    .setParameter("by", by.value())
                    .setParameter("at", now)
                    .executeUpdate();
            // not as one upsert: on H2 that fails where two insert the same key
            return run.applyAsInt(UPDATE) == 1 || run.applyAsInt(INSERT) == 1 || run.applyAsInt(UPDATE) == 1;
        });
    }

    /** Back to what the other places say; nothing happens if there is none. */
    public void remove(String key) {
        tx.write(
                "settings.remove",
                scope -> scope.session()
                        .createMutationQuery("delete from StoredSettingEntity s where s.name = :name")
                        .setParameter("name", key)
                        .executeUpdate());
    }

    private StoredSetting setting(StoredSettingEntity row) {
        byte[] sealed = row.sealed;
        String value = sealed == null ? text(row.plain) : opened(row.name, sealed);
        return new StoredSetting(row.name, value, sealed != null, new UserId(row.changedBy), row.changedAt);
    }

    private String opened(String key, byte[] sealed) {
        return new String(sealer.open(sealed, context(key)), StandardCharsets.UTF_8);
    }

    /** A check of the table says that one of the two is there. */
    private static String text(@Nullable String plain) {
        return plain == null ? "" : plain;
    }

    private static String context(String key) {
        return "stored_setting/" + key;
    }
}
