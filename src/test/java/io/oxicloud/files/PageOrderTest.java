package io.oxicloud.files;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.oxicloud.base.Actor;
import io.oxicloud.db.Engine;
import java.sql.PreparedStatement;
import java.util.ArrayList;
import java.util.List;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.Test;

/** What the embedded database reads for a page of a folder: the page. */
class PageOrderTest {
    private static final int MEMBERS = 3_000;
    private static final int PAGE = 100;
    private static final Logger SQL = Logger.getLogger("org.hibernate.SQL");

    @Test
    void aPageCostsItsOwnRowsHoweverManyFollow() {
        try (var files = new TestFiles(Engine.H2)) {
            Actor.User alice = files.user();
            Node folder = files.tree.createFolder(alice, files.home(alice), "folder");
            ManyNodes.in(files, alice, folder, folder, MEMBERS);
            var first = files.tree.children(alice, folder, null, PAGE);
            Node last = first.items().get(PAGE - 1);
            byte[] key = SortKey.of(last.name());

            String begin = said(() -> files.tree.children(alice, folder, null, PAGE));
            String next = said(() -> files.tree.children(alice, folder, first.next(), PAGE));

            assertSorted(plan(files, begin, folder.id().value(), PAGE + 1));
            assertSorted(plan(files, next, folder.id().value(), key, last.id().value(), PAGE + 1));
        }
    }

    private static void assertSorted(String plan) {
        assertTrue(plan.contains("index sorted"), plan);
        assertTrue(plan.contains("scanCount: " + (PAGE + 1)) || plan.contains("scanCount: " + (PAGE + 2)), plan);
    }

    private static String plan(TestFiles files, String sql, Object... values) {
        return files.database
                .requests()
                .read(
                        "test.plan",
                        scope -> scope.session().doReturningWork(connection -> {
                            try (PreparedStatement statement = connection.prepareStatement("explain analyze " + sql)) {
                                for (int i = 0; i < values.length; i++) {
                                    statement.setObject(i + 1, values[i]);
                                }
                                try (var rows = statement.executeQuery()) {
                                    rows.next();
                                    return rows.getString(1);
                                }
                            }
                        }));
    }

    /** The one statement that this takes. */
    private static String said(Runnable work) {
        List<String> statements = new ArrayList<>();
        var handler = new Handler() {
            @Override
            public void publish(LogRecord statement) {
                statements.add(statement.getMessage());
            }

            @Override
            public void flush() {
                // nothing is kept back
            }

            @Override
            public void close() {
                // nothing is open
            }
        };
        Level before = SQL.getLevel();
        SQL.addHandler(handler);
        SQL.setLevel(Level.ALL);
        try {
            work.run();
        } finally {
            SQL.setLevel(before);
            SQL.removeHandler(handler);
        }
        assertEquals(1, statements.size(), statements::toString);
        return statements.get(0);
    }
}
