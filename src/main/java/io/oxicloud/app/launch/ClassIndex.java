package io.oxicloud.app.launch;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.jar.JarFile;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * In which of an application's jars there is something of a folder, {@code org/example} say, so that nobody has to look into
 * all of them for each class.
 *
 * @param roots by folder, without slashes around: the folder of classes and jars that know it, in the order of the class path
 */
record ClassIndex(Map<String, List<Path>> roots) {
    private static final String SEPARATOR = "\t";

    /** Looks into everything. */
    static ClassIndex of(Path webapp) throws IOException {
        Map<String, Set<Path>> roots = new TreeMap<>();
        Path classes = webapp.resolve("WEB-INF").resolve("classes");
        if (Files.isDirectory(classes)) {
            try (Stream<Path> all = Files.walk(classes)) {
                all.filter(path -> !path.equals(classes))
                        .forEach(file -> add(roots, slashes(classes.relativize(file)), classes));
            }
        }
        for (Path jar : jars(webapp.resolve("WEB-INF").resolve("lib"))) {
            try (var file = new JarFile(jar.toFile(), false)) {
                file.stream().forEach(entry -> add(roots, entry.getName(), jar));
            }
        }
        return new ClassIndex(roots.entrySet().stream()
                .collect(Collectors.toMap(Map.Entry::getKey, entry -> List.copyOf(entry.getValue()))));
    }

    private static List<Path> jars(Path folder) throws IOException {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (Stream<Path> found = Files.list(folder)) {
            return found.filter(file -> file.toString().endsWith(".jar"))
                    .sorted()
                    .toList();
        }
    }

    private static void add(Map<String, Set<Path>> roots, String name, Path root) {
        roots.computeIfAbsent(folder(name), unused -> new LinkedHashSet<>()).add(root);
    }

    private static String slashes(Path path) {
        return path.toString().replace(path.getFileSystem().getSeparator(), "/");
    }

    /** Of what is called so; a folder lies in the one above it. */
    private static String folder(String name) {
        int end = name.endsWith("/") ? name.length() - 1 : name.length();
        int slash = name.lastIndexOf('/', end - 1);
        return slash < 0 ? "" : name.substring(0, slash);
    }

    /** Where something of this name can be. */
    List<Path> of(String name) {
        return roots.getOrDefault(folder(name), List.of());
    }

    /** @param base what the written paths are relative to */
    void write(Path file, Path base) throws IOException {
        List<String> lines = new ArrayList<>();
        roots.forEach((folder, found) ->
                lines.add(Stream.concat(Stream.of(folder), found.stream().map(root -> slashes(base.relativize(root))))
                        .collect(Collectors.joining(SEPARATOR))));
        Files.write(file, lines, StandardCharsets.UTF_8);
    }

    /** What {@link #write} wrote. */
    static ClassIndex read(Path file, Path base) throws IOException {
        Map<String, Path> known = new LinkedHashMap<>();
        Map<String, List<Path>> roots = new LinkedHashMap<>();
        for (String line : Files.readAllLines(file, StandardCharsets.UTF_8)) {
            List<String> parts = Arrays.asList(line.split(SEPARATOR, -1));
            List<Path> found = new ArrayList<>();
            for (String root : parts.subList(1, parts.size())) {
                found.add(known.computeIfAbsent(root, base::resolve));
            }
            roots.put(parts.get(0), found);
        }
        return new ClassIndex(roots);
    }
}
