package io.oxicloud.benchmarks;

import io.oxicloud.base.Actor;
import io.oxicloud.files.FileContent;
import io.oxicloud.files.FileTree;
import io.oxicloud.files.Node;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.CRC32;
import java.util.zip.CheckedOutputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/** Before: the JDK makes the whole archive in a file, which is sent then. */
final class TempArchive {
    private final FileTree files;
    private final Actor actor;

    /** That the JDK has to know before it stores something; the product knows them from its rows. */
    private final Map<String, Long> checksums = new HashMap<>();

    TempArchive(FileTree files, Actor actor) {
        this.files = files;
        this.actor = actor;
    }

    /** @return how many bytes the file had */
    long send(Node folder, boolean stored, OutputStream client) throws IOException {
        Path file = Files.createTempFile("oxicloud-benchmark", ".zip");
        try {
            write(folder, stored, file);
            Files.copy(file, client);
            return Files.size(file);
        } finally {
            Files.delete(file);
        }
    }

    void write(Node folder, boolean stored, Path file) throws IOException {
        try (var zip = new ZipOutputStream(new BufferedOutputStream(Files.newOutputStream(file), 512 << 10))) {
            Map<Object, String> paths = new HashMap<>();
            add(zip, folder, folder.name(), stored);
            paths.put(folder.id(), folder.name());
            Node last = folder;
            List<Node> page;
            do {
                page = files.below(actor, folder, last, 1_000);
                for (Node node : page) {
                    String path = paths.get(node.parent()) + '/' + node.name();
                    paths.put(node.id(), path);
                    add(zip, node, path, stored);
                    last = node;
                }
            } while (page.size() == 1_000);
        }
    }

    private void add(ZipOutputStream zip, Node node, String path, boolean stored) throws IOException {
        var entry = new ZipEntry(node.folder() ? path + '/' : path);
        entry.setTimeLocal(node.modified().atZone(ZoneOffset.UTC).toLocalDateTime());
        if (stored || node.size() == 0) {
            entry.setMethod(ZipEntry.STORED);
            entry.setSize(node.size());
            entry.setCrc(node.size() == 0 ? 0 : checksum(node));
        }
        zip.putNextEntry(entry);
        if (!node.folder()) {
            try (FileContent content = files.open(actor, node)) {
                content.stream().transferTo(zip);
            }
        }
        zip.closeEntry();
    }

    private long checksum(Node node) throws IOException {
        String hash = String.valueOf(node.content());
        Long known = checksums.get(hash);
        if (known == null) {
            try (FileContent content = files.open(actor, node);
                    var out = new CheckedOutputStream(OutputStream.nullOutputStream(), new CRC32())) {
                content.stream().transferTo(out);
                known = out.getChecksum().getValue();
            }
            checksums.put(hash, known);
        }
        return known;
    }
}
