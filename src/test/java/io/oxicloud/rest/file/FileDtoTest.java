package io.oxicloud.rest.file;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.oxicloud.base.DriveId;
import io.oxicloud.base.Hash;
import io.oxicloud.base.Lineage;
import io.oxicloud.base.NodeId;
import io.oxicloud.base.UserId;
import io.oxicloud.files.Node;
import java.time.Instant;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class FileDtoTest {
    private static final UUID DRIVE = new UUID(7, 1);
    private static final UUID FILE = new UUID(7, 2);
    private static final UUID ANNA = new UUID(7, 3);

    @Test
    void aFileShowsWhatItIs() {
        var file = new Node(
                Lineage.ofRoot(new DriveId(DRIVE)).child(new NodeId(FILE)),
                "plan.pdf",
                Hash.of(new byte[Hash.LENGTH]),
                1_536,
                "application/pdf",
                0,
                Instant.ofEpochSecond(10),
                Instant.ofEpochSecond(20, 5),
                new UserId(ANNA),
                null);

        FileDto shown = FileDto.of(file, "Personal/plan.pdf", true, false);

        assertEquals(
                new FileDto(
                        FILE,
                        "plan.pdf",
                        "Personal/plan.pdf",
                        1_536,
                        "application/pdf",
                        DRIVE,
                        DRIVE,
                        10,
                        20,
                        "fas fa-file-pdf",
                        "pdf-icon",
                        "PDF",
                        "1.5 KB",
                        null,
                        "0".repeat(64),
                        "\"0000000000000000-20\"",
                        ANNA,
                        null,
                        true,
                        false),
                shown);
    }

    @Test
    void sizesAreWrittenForPeople() {
        assertEquals("0 Bytes", FileDto.sizeFormatted(0));
        assertEquals("1023 Bytes", FileDto.sizeFormatted(1_023));
        assertEquals("1 KB", FileDto.sizeFormatted(1_024));
        assertEquals("1.5 MB", FileDto.sizeFormatted(1_572_864));
        assertEquals("100 MB", FileDto.sizeFormatted(100 << 20));
        assertEquals("8 EB", FileDto.sizeFormatted(Long.MAX_VALUE));
    }

    @Test
    void theTypeTellsTheKind() {
        assertEquals(FileLook.IMAGE, FileLook.of("image/svg+xml"));
        assertEquals(FileLook.TEXT, FileLook.of("TEXT/Plain; charset=utf-8"));
        assertEquals(FileLook.MARKDOWN, FileLook.of("text/markdown"));
        assertEquals(FileLook.CODE, FileLook.of("application/json"));
        assertEquals(FileLook.SPREADSHEET, FileLook.of("text/csv"));
        assertEquals(FileLook.SPREADSHEET, FileLook.of("application/vnd.ms-excel"));
        assertEquals(
                FileLook.DOCUMENT,
                FileLook.of("application/vnd.openxmlformats-officedocument.wordprocessingml.document"));
        assertEquals(FileLook.PRESENTATION, FileLook.of("application/vnd.oasis.opendocument.presentation"));
        assertEquals(FileLook.ARCHIVE, FileLook.of("application/zip"));
        assertEquals(FileLook.INSTALLER, FileLook.of("application/x-msi"));
        assertEquals(FileLook.OTHER, FileLook.of("application/octet-stream"));
        assertEquals(FileLook.OTHER, FileLook.of(null));
    }
}
