package io.oxicloud.app.launch;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.temporal.ChronoUnit;
import java.util.function.Supplier;
import java.util.logging.Formatter;
import java.util.logging.LogRecord;
import org.jspecify.annotations.Nullable;

/**
 * One log record as one line: time (UTC), level, logger, request id or {@code -}, message; below it the stack trace, if
 * there is one. Control characters in the message are escaped, so that no input can forge a line.
 *
 * <p>Thread-safe.
 */
public final class LineFormatter extends Formatter {
    private static final int LINE = 160;

    private volatile Supplier<@Nullable String> requestId = () -> null;

    /** Asked on the logging thread for the request that it is busy with. */
    void requestIdFrom(Supplier<@Nullable String> source) {
        requestId = source;
    }

    @Override
    public String format(LogRecord record) {
        var line = new StringBuilder(LINE);
        line.append(record.getInstant().truncatedTo(ChronoUnit.MILLIS))
                .append(' ')
                .append(record.getLevel().getName())
                .append(' ')
                .append(record.getLoggerName() == null ? "-" : record.getLoggerName())
                .append(' ');
        String request = requestId.get();
        line.append(request == null || request.isEmpty() ? "-" : request).append(' ');
        escape(line, String.valueOf(formatMessage(record)));
        line.append(System.lineSeparator());
        Throwable thrown = record.getThrown();
        if (thrown != null) {
            var trace = new StringWriter();
            thrown.printStackTrace(new PrintWriter(trace, true));
            line.append(trace);
        }
        return line.toString();
    }

    private static void escape(StringBuilder line, String message) {
        for (int i = 0; i < message.length(); i++) {
            char c = message.charAt(i);
            if (c == '\n') {
                line.append("\\n");
            } else if (Character.isISOControl(c) || c == '\u2028' || c == '\u2029') {
                line.append(String.format("\\u%04x", (int) c));
            } else {
                line.append(c);
            }
        }
    }
}
