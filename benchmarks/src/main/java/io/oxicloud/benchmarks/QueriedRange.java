package io.oxicloud.benchmarks;

import io.oxicloud.base.ByteRange;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.SQLException;
import java.util.UUID;
import javax.sql.DataSource;

/** Before: a query for where the bytes lie, and a read of the file, for each range. */
final class QueriedRange {
    private static final String QUERY = "select content from benchmark_file where id = ?";

    private final DataSource pool;
    private final Path folder;

    QueriedRange(DataSource pool, Path folder) {
        this.pool = pool;
        this.folder = folder;
    }

    byte[] read(UUID file, ByteRange range) throws SQLException, IOException {
        String content = content(file);
        byte[] bytes = new byte[(int) range.length()];
        try (var channel = FileChannel.open(folder.resolve(content), StandardOpenOption.READ)) {
            ByteBuffer to = ByteBuffer.wrap(bytes);
            while (to.hasRemaining() && channel.read(to, range.start() + to.position()) >= 0) {
                // goes on where it stopped
            }
        }
        return bytes;
    }

    /** As much of {@link #read} as finds the file. */
    String content(UUID file) throws SQLException {
        try (var connection = pool.getConnection();
                var statement = connection.prepareStatement(QUERY)) {
            statement.setObject(1, file);
            try (var rows = statement.executeQuery()) {
                rows.next();
                return rows.getString(1);
            }
        }
    }

    /** As much of {@link #content} as asks the server, whose answer is not looked at. */
    int ask(UUID file) throws SQLException {
        try (var connection = pool.getConnection();
                var statement = connection.prepareStatement(QUERY)) {
            statement.setObject(1, file);
            try (var rows = statement.executeQuery()) {
                return rows.getFetchSize();
            }
        }
    }

    /** As much of {@link #ask} as needs no server. */
    int connect() throws SQLException {
        try (var connection = pool.getConnection()) {
            return connection.hashCode();
        }
    }

    /** As much of {@link #read} as reads nothing. */
    long open(UUID file) throws SQLException, IOException {
        try (var channel = FileChannel.open(folder.resolve(content(file)), StandardOpenOption.READ)) {
            return channel.position();
        }
    }
}
