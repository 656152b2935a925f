package io.oxicloud.benchmarks;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PageTest {
    @TempDir
    Path folder;

    @Test
    void newFiguresKeepWhatPeopleWrote() throws IOException {
        Path file = folder.resolve("page.md");
        write(file, "old figures");
        assertEquals("old figures\n", Files.readString(file));
        Files.writeString(file, "old figures\n\n## Reading\n\nIt is so because.\n");

        write(file, "new figures");
        write(file, "newer figures");

        assertEquals("newer figures\n\n## Reading\n\nIt is so because.\n", Files.readString(file));
    }

    @Test
    void numbersShowThreeDigits() {
        assertEquals("0.570", Page.number(0.57));
        assertEquals("1", Page.number(1));
        assertEquals("1.25", Page.number(1.249));
        assertEquals("12.3", Page.number(12.34));
        assertEquals("2,371,541", Page.number(2_371_541.4));
    }

    private static void write(Path file, String line) throws IOException {
        var page = new Page();
        page.line(line);
        page.writeTo(file);
    }
}
