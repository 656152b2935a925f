package io.oxicloud.app;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DataDirectoryTest {
    @TempDir
    Path folder;

    @Test
    void aSecondCopyIsKeptOutUntilTheFirstOneEnds() throws IOException {
        Path data = folder.resolve("new/data");
        DataDirectory first = DataDirectory.open(data);

        var refused = assertThrows(StartFailure.class, () -> DataDirectory.open(data));
        first.close();

        assertTrue(String.valueOf(refused.getMessage()).contains("is in use by another running OxiCloud"));
        DataDirectory.open(data).close();
    }

    @Test
    void aFileInPlaceOfTheFolderIsNamed() throws IOException {
        Path file = Files.writeString(folder.resolve("file"), "x");

        var itself = assertThrows(StartFailure.class, () -> DataDirectory.open(file));
        var below = assertThrows(StartFailure.class, () -> DataDirectory.open(file.resolve("data")));

        assertTrue(String.valueOf(itself.getMessage()).contains(file.toString()), itself::toString);
        assertTrue(String.valueOf(below.getMessage()).contains(file.toString()), below::toString);
    }

    @Test
    void aFolderThatItMakesIsForItsOwnerAlone() throws IOException {
        DataDirectory.open(folder.resolve("new/data")).close();

        assertEquals("rwx------", permissions(folder.resolve("new/data")));
    }

    @Test
    void aFolderThatIsThereIsLeftAsItIs() throws IOException {
        for (String mode : new String[] {"rwxr-xr-x", "rwxr-x---", "rwx------"}) {
            Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString(mode));
            DataDirectory.open(folder).close();

            assertEquals(mode, permissions(folder));
            assertEquals(
                    !mode.equals("rwx------"), OwnFolder.isOpenToOthers(PosixFilePermissions.fromString(mode)), mode);
        }
    }

    private static String permissions(Path path) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
    }

    @Test
    void whatItWritesOnlyTheOwnerReads() throws IOException {
        try (DataDirectory data = DataDirectory.open(folder)) {
            data.write("secret", "one");
            data.write("secret", "two");

            assertEquals(Optional.of("two"), data.read("secret"));
            assertEquals("rw-------", permissions(folder.resolve("secret")));
        }
    }

    @Test
    void aDeletedFileIsGone() throws IOException {
        try (DataDirectory data = DataDirectory.open(folder)) {
            data.write("file", "text");

            data.delete("file");
            data.delete("file");

            assertEquals(Optional.empty(), data.read("file"));
        }
    }
}
