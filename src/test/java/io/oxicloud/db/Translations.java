package io.oxicloud.db;

import java.util.ArrayList;
import java.util.List;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/**
 * What Hibernate translates into SQL while this is open, from queries or from the changes of rows; what it has translated once
 * and keeps does not count. Hibernate tells it to a logger of its own, each time and whatever keeps the result, so this sees more
 * than its statistics, which do not know of changes. Of the whole JVM: open it where nothing else is at work.
 */
public final class Translations implements AutoCloseable {
    private static final Logger LOGGER = Logger.getLogger("org.hibernate.orm.sql.ast.tree");

    private final List<String> seen = new ArrayList<>();
    private final Level level = LOGGER.getLevel();
    private final boolean passedOn = LOGGER.getUseParentHandlers();

    private final Handler handler = new Handler() {
        @Override
        public void publish(LogRecord record) {
            synchronized (seen) {
                seen.add(String.valueOf(record.getMessage()));
            }
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    };

    public Translations() {
        LOGGER.setUseParentHandlers(false);
        handler.setLevel(Level.ALL);
        LOGGER.addHandler(handler);
        LOGGER.setLevel(Level.ALL);
    }

    /** One text for each. */
    public List<String> seen() {
        synchronized (seen) {
            return List.copyOf(seen);
        }
    }

    @Override
    public void close() {
        LOGGER.setLevel(level);
        LOGGER.removeHandler(handler);
        LOGGER.setUseParentHandlers(passedOn);
    }
}
