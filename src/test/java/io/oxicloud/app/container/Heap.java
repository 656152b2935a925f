package io.oxicloud.app.container;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The heap of a JVM that writes down its collections.
 *
 * @param log where to
 */
record Heap(Path log, int mebibytes) {
    /** Used before and after a collection, and the heap's size then. */
    private static final Pattern COLLECTION = Pattern.compile("(\\d+)M->(\\d+)M\\((\\d+)M\\)");

    /** For that JVM. */
    String[] options() {
        return new String[] {"-Xmx" + mebibytes + "m", "-Xlog:gc:file=" + log};
    }

    /**
     * What outlives collections does not grow with what has been transferred. The least that is left after one counts, for
     * others leave what they did not come to; the first third is the start.
     */
    void assertFlat() throws IOException {
        List<int[]> collections = new ArrayList<>();
        for (String line : Files.readAllLines(log)) {
            Matcher found = COLLECTION.matcher(line);
            if (found.find()) {
                collections.add(new int[] {Integer.parseInt(found.group(1)), Integer.parseInt(found.group(2))});
            }
        }
        int third = collections.size() / 3;
        int early = least(collections.subList(third, 2 * third));
        int late = least(collections.subList(2 * third, collections.size()));
        System.out.printf(
                "%d collections, at most %d of %d MiB in use, %d MiB or more after one in the second third and %d MiB in the last%n",
                collections.size(),
                collections.stream().mapToInt(c -> c[0]).max().orElseThrow(),
                mebibytes,
                early,
                late);
        assertTrue(late <= early + mebibytes / 8, () -> early + " MiB, then " + late);
    }

    private static int least(List<int[]> collections) {
        return collections.stream().mapToInt(c -> c[1]).min().orElseThrow();
    }
}
