package io.oxicloud.db;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.SplittableRandom;
import org.h2.jdbcx.JdbcDataSource;

/**
 * A process that commits as fast as it can, on several threads, and notes each number that was acknowledged where a kill
 * cannot take it away.
 */
final class Committer {
    static final int THREADS = 8;

    private static final int LARGE = 200_000;
    private static final int SMALL = 300;

    private final OwnPool.Login login;
    private final MappedByteBuffer acknowledged;

    private Committer(Path folder) throws IOException {
        login = login(folder);
        try (var file = FileChannel.open(acknowledged(folder), StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            acknowledged = file.map(FileChannel.MapMode.READ_WRITE, 0, THREADS * Long.BYTES);
        }
    }

    /** @param arguments the folder that {@link #prepare} was called for */
    public static void main(String[] arguments) throws IOException {
        var committer = new Committer(Path.of(arguments[0]));
        for (int i = 0; i < THREADS; i++) {
            int number = i;
            new Thread(() -> committer.commit(number)).start();
        }
    }

    static OwnPool.Login login(Path folder) {
        return OwnPool.login(new DatabaseSource.H2File(folder.resolve("oxicloud")), DatabaseSettings.DEFAULTS);
    }

    static Path acknowledged(Path folder) {
        return folder.resolve("acknowledged");
    }

    /** Not through the driver manager: a product that was closed in this JVM has taken its drivers from there. */
    static Connection connect(OwnPool.Login login) throws SQLException {
        var source = new JdbcDataSource();
        source.setURL(login.url());
        return source.getConnection(login.user(), login.password().reveal());
    }

    static void prepare(Path folder) throws IOException, SQLException {
        Files.write(acknowledged(folder), new byte[THREADS * Long.BYTES]);
        try (Connection connection = connect(login(folder));
                var statement = connection.createStatement()) {
            statement.execute("create table last (thread int primary key, number bigint not null)");
            statement.execute("create table entry (id bigint generated always as identity primary key, thread int,"
                    + " number bigint, body text)");
            statement.execute("create index ix_entry on entry (thread, number)");
            for (int i = 0; i < THREADS; i++) {
                statement.execute("insert into last values (" + i + ", 0)");
            }
        }
    }

    private void commit(int thread) {
        var random = new SplittableRandom();
        try (Connection connection = connect(login);
                var update = connection.prepareStatement("update last set number = ? where thread = ?");
                var insert = connection.prepareStatement("insert into entry (thread, number, body) values (?, ?, ?)")) {
            connection.setAutoCommit(false);
            for (long number = acknowledged.getLong(thread * Long.BYTES) + 1; ; number++) {
                update.setLong(1, number);
                update.setInt(2, thread);
                update.executeUpdate();
                String body = "x".repeat(random.nextInt(20) == 0 ? LARGE : random.nextInt(SMALL));
                for (int row = random.nextInt(4); row >= 0; row--) {
                    insert.setInt(1, thread);
                    insert.setLong(2, number);
                    insert.setString(3, body);
                    insert.executeUpdate();
                }
                connection.commit();
                acknowledged.putLong(thread * Long.BYTES, number);
            }
        } catch (SQLException e) {
            throw new UncheckedIOException(new IOException(e));
        }
    }
}
