package io.oxicloud.benchmarks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/** A result page in Markdown. What people wrote below {@value #READING} stays when the figures above it are renewed. */
final class Page {
    static final String READING = "## Reading";

    private final StringBuilder text = new StringBuilder();

    void line(String line) {
        text.append(line).append('\n');
    }

    /** Begins a table; all columns but the first are numbers. */
    void table(String... columns) {
        row(columns);
        line("|---" + "|---:".repeat(columns.length - 1) + "|");
    }

    void row(String... cells) {
        line("| " + String.join(" | ", cells) + " |");
    }

    /** Three digits that count, thousands kept apart. */
    static String number(double value) {
        if (value >= 100 || value == Math.rint(value)) {
            return String.format(Locale.ROOT, "%,.0f", value);
        }
        return String.format(Locale.ROOT, value >= 10 ? "%.1f" : value >= 1 ? "%.2f" : "%.3f", value);
    }

    void writeTo(Path file) throws IOException {
        String reading = "";
        if (Files.exists(file)) {
            String old = Files.readString(file);
            int start = old.indexOf(READING);
            reading = start < 0 ? "" : "\n" + old.substring(start);
        }
        Files.writeString(file, text + reading);
    }

    @Override
    public String toString() {
        return text.toString();
    }
}
