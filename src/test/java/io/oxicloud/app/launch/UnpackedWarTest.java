package io.oxicloud.app.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class UnpackedWarTest {
    @TempDir
    Path folder;

    @Test
    void aDataDirectoryThatItMakesIsForItsOwnerAlone() throws IOException {
        Path data = folder.resolve("new/data");

        UnpackedWar.make(data);
        UnpackedWar.make(data);

        assertEquals("rwx------", PosixFilePermissions.toString(Files.getPosixFilePermissions(data)));
    }

    @Test
    void aFileInItsPlaceIsNotTakenForIt() throws IOException {
        Path file = Files.writeString(folder.resolve("file"), "x");

        assertThrows(FileAlreadyExistsException.class, () -> UnpackedWar.make(file));
    }
}
