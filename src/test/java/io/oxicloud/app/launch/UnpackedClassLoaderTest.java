package io.oxicloud.app.launch;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.jar.JarOutputStream;
import java.util.zip.ZipEntry;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class UnpackedClassLoaderTest {
    private static final String CLASS = "io/oxicloud/app/launch/Endpoint.class";
    private static final String NAME = "io.oxicloud.app.launch.Endpoint";

    @TempDir
    Path folder;

    private Path webapp;

    @BeforeEach
    void makeApplication() throws IOException {
        webapp = folder.resolve("web app%20"); // names that a URL must quote
        Path classes = Files.createDirectories(webapp.resolve("WEB-INF/classes/texts"));
        Files.writeString(classes.resolve("both.txt"), "of the folder");
        Path jars = Files.createDirectories(webapp.resolve("WEB-INF/lib"));
        jar(jars.resolve("a.jar"), Map.of(CLASS, bytes(CLASS)));
        Map<String, byte[]> texts = new LinkedHashMap<>();
        texts.put("META-INF/MANIFEST.MF", "Manifest-Version: 1.0\nMulti-Release: true\n\n".getBytes(UTF_8));
        texts.put("texts/both.txt", "of the jar".getBytes(UTF_8));
        texts.put("texts/of this Java.txt", "old".getBytes(UTF_8));
        texts.put("META-INF/versions/17/texts/of this Java.txt", "new".getBytes(UTF_8));
        jar(jars.resolve("b.jar"), texts);
    }

    @Test
    void itsOwnClassesComeBeforeThoseOfTheServer() throws Exception {
        Class<?> own = loader().loadClass(NAME);

        assertNotSame(Endpoint.class, own);
        assertEquals(NAME, own.getName());
        assertTrue(own.getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toString()
                .endsWith("/a.jar"));
    }

    @Test
    void whatItDoesNotHaveComesFromTheServer() throws Exception {
        assertSame(ClassIndex.class, loader().loadClass(ClassIndex.class.getName()));
        assertSame(String.class, loader().loadClass("java.lang.String"));
        assertThrows(ClassNotFoundException.class, () -> loader().loadClass("io.oxicloud.app.launch.Nothing"));
        assertThrows(ClassNotFoundException.class, () -> loader().loadClass("nowhere.Nothing"));
    }

    @Test
    void resourcesAreFoundInTheFolderAndInEachJar() throws IOException {
        List<URL> found = Collections.list(loader().getResources("texts/both.txt"));

        assertEquals(
                List.of("of the folder", "of the jar"),
                found.stream().map(this::text).toList());
        assertEquals("of the folder", text(loader().getResource("texts/both.txt")));
        assertNull(loader().getResource("texts/none.txt"));
    }

    @Test
    void aFolderIsAResourceToo() {
        assertTrue(
                Objects.requireNonNull(loader().getResource("texts")).toString().endsWith("/texts/"));
    }

    @Test
    void aJarForSeveralVersionsOfJavaShowsThatOfThisOne() throws IOException {
        assertEquals("new", text(loader().getResource("texts/of this Java.txt")));
    }

    @Test
    void theIndexReadsBackAsItWasWritten() throws IOException {
        ClassIndex made = ClassIndex.of(webapp);
        Path file = folder.resolve("index");

        made.write(file, webapp);

        assertEquals(made, ClassIndex.read(file, webapp));
    }

    private UnpackedClassLoader loader() {
        try {
            return new UnpackedClassLoader(ClassIndex.of(webapp), getClass().getClassLoader());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private String text(@Nullable URL url) {
        try (InputStream content = Objects.requireNonNull(url).openStream()) {
            return new String(content.readAllBytes(), UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private byte[] bytes(String resource) throws IOException {
        try (InputStream content =
                Objects.requireNonNull(getClass().getClassLoader().getResourceAsStream(resource))) {
            return content.readAllBytes();
        }
    }

    private static void jar(Path file, Map<String, byte[]> entries) throws IOException {
        try (OutputStream out = Files.newOutputStream(file);
                var jar = new JarOutputStream(out)) {
            for (Map.Entry<String, byte[]> entry : entries.entrySet()) {
                jar.putNextEntry(new ZipEntry(entry.getKey()));
                jar.write(entry.getValue());
                jar.closeEntry();
            }
        }
    }
}
