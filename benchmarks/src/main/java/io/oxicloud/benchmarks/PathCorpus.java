package io.oxicloud.benchmarks;

import io.oxicloud.base.NodeId;
import io.oxicloud.files.ListingRow;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Rows of listings, the folders 0 to 5 deep, and the names of all ids. */
final class PathCorpus {
    private static final int ROWS = 10_000;
    private static final int DEEPEST = 5;
    private static final List<String> FOLDERS = List.of(
            "Personal",
            "Projects",
            "2026",
            "Q3 Reports",
            "Fotos de familia",
            "Archive",
            "Contabilidad",
            "src",
            "Diseño gráfico",
            "backup-2026-07");
    private static final List<String> NAMES = List.of(
            "IMG_20260714_183022.jpg",
            "Informe anual (versión final).docx",
            "Ana’s notes.md",
            "presupuesto-2026.xlsx",
            "Café en Bogotá.heic",
            "main.rs",
            "Año nuevo.mp4",
            "README");

    private final UUID drive = new UUID(1, 1);
    private final Map<UUID, String> names = new HashMap<>();
    private final Map<String, UUID> folders = new HashMap<>();
    private long random = 0x0c1f00d;

    final List<Row> files = new ArrayList<>();
    final List<Row> directories = new ArrayList<>();

    PathCorpus() {
        for (int i = 0; i < ROWS; i++) {
            files.add(row(pick(DEEPEST + 1), NAMES.get(pick(NAMES.size())), i, true));
            directories.add(row(pick(DEEPEST + 1), FOLDERS.get(pick(FOLDERS.size())), i, false));
        }
    }

    String name(NodeId id) {
        return Objects.requireNonNull(names.get(id.value()));
    }

    private Row row(int depth, String name, int number, boolean file) {
        List<UUID> lineage = new ArrayList<>(List.of(drive));
        String folder = "";
        for (int i = 0; i < depth; i++) {
            String step = FOLDERS.get(pick(FOLDERS.size()));
            folder = folder.isEmpty() ? step : folder + "/" + step;
            UUID id = folders.computeIfAbsent(folder, path -> new UUID(2, folders.size()));
            names.put(id, step);
            lineage.add(id);
        }
        var id = new UUID(file ? 3 : 4, number);
        names.put(id, name);
        lineage.add(id);
        ByteBuffer packed = ByteBuffer.allocate(16 * lineage.size());
        lineage.forEach(step -> packed.putLong(step.getMostSignificantBits()).putLong(step.getLeastSignificantBits()));
        byte[] digest = new byte[32];
        ByteBuffer.wrap(digest).putInt(number);
        var at = Instant.ofEpochSecond(1_780_000_000L + number);
        var user = new UUID(5, number % 3);
        var columns = new ListingRow(
                packed.array(),
                name,
                file ? digest : null,
                file ? number : 0,
                file ? "application/octet-stream" : null,
                file ? 0 : number,
                at,
                at,
                user,
                user,
                name.getBytes(StandardCharsets.UTF_8));
        String joined = folder.isEmpty() ? name : folder + "/" + name;
        return new Row(columns, folder, file ? null : joined);
    }

    private int pick(int bound) {
        random = random * 6_364_136_223_846_793_005L + 1_442_695_040_888_963_407L;
        return (int) ((random >>> 33) % bound);
    }

    /**
     * One row of either way.
     *
     * @param columns the product's
     * @param folder the path of the folder above, joined, as it was stored
     * @param path of a folder: its own, joined, as it was stored
     */
    record Row(ListingRow columns, String folder, @Nullable String path) {}
}
