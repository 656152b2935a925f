package io.oxicloud.app.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Instant;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import org.junit.jupiter.api.Test;

class LineFormatterTest {
    private final LineFormatter formatter = new LineFormatter();

    @Test
    void aRecordIsOneLineWithItsRequest() {
        formatter.requestIdFrom(() -> "request-1");

        assertEquals(
                "2026-07-01T10:20:30.123Z INFO access request-1 request.done status=200" + System.lineSeparator(),
                formatter.format(record("request.done status=200")));
    }

    @Test
    void outsideOfARequestADashStandsForIt() {
        assertEquals(
                "2026-07-01T10:20:30.123Z INFO access - start.done" + System.lineSeparator(),
                formatter.format(record("start.done")));
    }

    @Test
    void aMessageCannotForgeALine() {
        String line = formatter.format(record("login.rejected who=a\n2026 INFO audit - login.ok\r\u001b[2J\u2028"));

        assertEquals(
                "2026-07-01T10:20:30.123Z INFO access - login.rejected who=a\\n2026 INFO audit - login.ok\\u000d\\u001b[2J"
                        + "\\u2028" + System.lineSeparator(),
                line);
    }

    @Test
    void theStackTraceFollows() {
        LogRecord record = record("request.failed");
        record.setThrown(new IllegalStateException("broken"));

        String text = formatter.format(record);

        assertTrue(text.contains(System.lineSeparator() + "java.lang.IllegalStateException: broken"), text);
    }

    private static LogRecord record(String message) {
        var record = new LogRecord(Level.INFO, message);
        record.setLoggerName("access");
        record.setInstant(Instant.parse("2026-07-01T10:20:30.123456Z"));
        return record;
    }
}
