package io.oxicloud.app.container;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.text.Normalizer;
import java.util.HexFormat;
import java.util.List;
import java.util.SortedMap;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Files and folders whose names, sizes and depth are asking for trouble, the same for each seed. */
final class OddTree {
    /** As they are allowed on Linux. Each is once a file and once a folder. */
    static final List<String> NAMES = List.of(
            "plus+percent%25 100%",
            "hash # & ; @ $ , =",
            "[brackets] {braces} (parens) ' !",
            "\u00DCbung",
            "decomposed U\u0308bung",
            "emoji \uD83D\uDE00 \uD83D\uDC68\u200D\uD83D\uDC69\u200D\uD83D\uDC67",
            "\u4E2D\u6587".repeat(40),
            "\uFB01ligature \u0130stanbul \u200B",
            " blank before",
            "blank behind ",
            " ",
            "..two dots",
            "three dots...",
            "....",
            ".hidden",
            "~tilde",
            "colon: q? star* <lt> |pipe| \"quote\" `tick` ^",
            "back\\slash",
            "tab\tline\nbell\u0007delete\u007F",
            "x".repeat(255),
            "%",
            "%2F",
            "%%zz",
            "-dash",
            "nul.txt",
            "semi;version=1",
            "q?x=y#z",
            "@drive");

    private static final int DEEP = 40;
    private static final int EMPTY_FILES = 5;
    private static final int FOLDERS = 25;
    private static final int[] SIZES = {0, 10, 500, 4_000, 20_000, 300_000};
    private static final int SECONDS = 1_790_000_000;

    private final SplittableRandom random;
    private int files;

    private OddTree(long seed) {
        random = new SplittableRandom(seed);
    }

    /**
     * Makes it.
     *
     * @param files how many at least, those with odd names among them
     * @param largest bytes of one of them
     */
    static void make(Path folder, long seed, int files, long largest) throws IOException {
        var tree = new OddTree(seed);
        for (String name : NAMES) {
            tree.file(folder.resolve("odd").resolve(name), tree.files);
            tree.file(folder.resolve("odd folders").resolve(name).resolve("in it"), tree.files);
        }
        Path deep = folder;
        for (int level = 0; level < DEEP; level++) {
            deep = deep.resolve("level " + level);
        }
        tree.file(deep.resolve("bottom"), 1_000);
        for (int i = 0; i < EMPTY_FILES; i++) {
            tree.file(folder.resolve("empty").resolve("e" + i), 0);
        }
        while (tree.files < files) {
            Path many = folder.resolve("many " + tree.files % FOLDERS);
            tree.file(many.resolve("file " + tree.files + ".dat"), SIZES[tree.files % SIZES.length]);
        }
        tree.file(folder.resolve("large.bin"), largest);
        Files.createDirectories(folder.resolve("no files").resolve("here"));
    }

    private void file(Path path, long size) throws IOException {
        Files.createDirectories(path.getParent());
        try (var content = new Generated(random.nextLong(), size)) {
            Files.copy(content, path);
        }
        long millis = random.nextInt(SECONDS) * 1_000L + 250;
        Files.setLastModifiedTime(path, FileTime.fromMillis(millis));
        files++;
    }

    /**
     * What lies there: paths, with hash and length of files.
     *
     * @param times whether the second of the last change of a file is told, too
     */
    static SortedMap<String, String> listed(Path folder, boolean times) throws IOException {
        SortedMap<String, String> listed = new TreeMap<>();
        try (Stream<Path> all = Files.walk(folder)) {
            for (Path path : all.toList()) {
                // the product keeps one form of a name, and it need not be the one that was given to it
                String name = Normalizer.normalize(folder.relativize(path).toString(), Normalizer.Form.NFC);
                listed.put(name, Files.isDirectory(path) ? "folder" : told(path, times));
            }
        }
        return listed;
    }

    private static String told(Path file, boolean time) throws IOException {
        long second = Math.floorDiv(Files.getLastModifiedTime(file).toMillis(), 1_000L);
        return hash(file) + ' ' + Files.size(file) + (time ? " " + second : "");
    }

    private static String hash(Path file) throws IOException {
        try (InputStream in = new DigestInputStream(Files.newInputStream(file), MessageDigest.getInstance("SHA-256"))) {
            in.transferTo(java.io.OutputStream.nullOutputStream());
            return HexFormat.of()
                    .formatHex(((DigestInputStream) in).getMessageDigest().digest());
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
