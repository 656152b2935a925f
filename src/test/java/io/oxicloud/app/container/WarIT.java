package io.oxicloud.app.container;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.DataInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.util.Comparator;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import org.junit.jupiter.api.Test;

/** What the WAR consists of. */
class WarIT {
    private static final long LARGEST = 72L << 20;
    private static final int JAVA_8 = 52;
    private static final String LAUNCH = "io/oxicloud/app/launch/";

    @Test
    void itIsSmallAndTellsWhatIsLargeInIt() throws IOException {
        try (var war = new JarFile(Paths.WAR.toFile())) {
            List<JarEntry> jars = war.stream()
                    .filter(e -> e.getName().endsWith(".jar"))
                    .sorted(Comparator.comparingLong(JarEntry::getCompressedSize)
                            .reversed())
                    .toList();
            System.out.printf("%,d bytes in oxicloud.war, %d jars, the largest:%n", Files.size(Paths.WAR), jars.size());
            jars.stream().limit(10).forEach(e -> System.out.printf("%,12d  %s%n", e.getCompressedSize(), e.getName()));
        }
        assertTrue(Files.size(Paths.WAR) <= LARGEST, "the WAR has " + Files.size(Paths.WAR) + " bytes");
    }

    @Test
    void mainIsForOldJavaAndTheLauncherIsInOnePlace() throws IOException {
        try (var war = new JarFile(Paths.WAR.toFile())) {
            assertEquals(
                    "io.oxicloud.app.launch.Main",
                    war.getManifest().getMainAttributes().getValue("Main-Class"));
            assertEquals(
                    "jdk.unsupported", war.getManifest().getMainAttributes().getValue("Dependencies"));
            assertNotNull(war.getEntry(LAUNCH + "Server.class"));
            assertNull(war.getEntry("WEB-INF/classes/" + LAUNCH + "Server.class"));
            try (var main = new DataInputStream(war.getInputStream(war.getEntry(LAUNCH + "Main.class")))) {
                main.skipNBytes(Integer.BYTES + Short.BYTES);
                assertEquals(JAVA_8, main.readUnsignedShort());
            }
        }
    }

    @Test
    void itHoldsTheBrowserBuildAndNothingOfItsCompiler() throws IOException {
        try (var war = new JarFile(Paths.WAR.toFile())) {
            assertNotNull(war.getEntry("assets/chunker.js"));
            assertEquals(
                    List.of(),
                    war.stream()
                            .map(JarEntry::getName)
                            .filter(name -> name.contains("teavm"))
                            .toList());
        }
    }

    @Test
    void theEmbeddedServerIsOnNoContainersClassPath() throws IOException {
        try (var war = new JarFile(Paths.WAR.toFile())) {
            List<String> servers = war.stream()
                    .map(JarEntry::getName)
                    .filter(name -> name.contains("tomcat") && name.endsWith(".jar"))
                    .toList();
            assertTrue(servers.stream().allMatch(name -> name.startsWith("WEB-INF/launcher/")), servers::toString);
            assertTrue(servers.size() >= 2, servers::toString);
        }
    }
}
