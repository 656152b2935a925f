package io.oxicloud.files;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.oxicloud.base.Actor;
import io.oxicloud.base.Hash;
import io.oxicloud.base.NodeId;
import io.oxicloud.base.Precondition;
import io.oxicloud.chunk.Finding;
import io.oxicloud.chunk.FsckReport;
import io.oxicloud.db.Engine;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@ParameterizedClass
@EnumSource(Engine.class)
class ContentReferencesTest {
    private final TestFiles files;
    private final Actor.User anna;
    private final NodeId home;

    ContentReferencesTest(Engine engine) {
        files = new TestFiles(engine);
        anna = files.user();
        home = files.home(anna);
    }

    @AfterEach
    void close() {
        files.close();
    }

    @Test
    void filesVersionsAndTrashHoldAsManyReferencesAsTheStoreCounts() throws Exception {
        files.write(anna, home, "a.txt", "one");
        files.write(anna, home, "a.txt", "two");
        files.write(anna, home, "b.txt", "one");
        var gone = files.write(anna, home, "c.txt", "three").node();
        files.tree.delete(anna, gone.id(), Precondition.NONE);

        FsckReport report = files.fsck();

        assertEquals(List.of(), report.findings());
        assertEquals(3, report.contents());
        Hash one = content("d.txt", "one");
        var counts =
                files.database.requests().read("test", scope -> new ContentReferences().count(scope, List.of(one)));
        assertEquals(Map.of(one, 3L), counts, "two files and an old version");
    }

    @Test
    void aFileWhoseBytesAreLostIsNamed() throws Exception {
        var node = files.write(anna, home, "lost.txt", "bytes").node();
        files.memory.names().forEach(files.memory::delete);

        FsckReport report = files.fsck();

        Finding finding = report.findings().get(0);
        assertEquals(1, report.count(), report::toString);
        assertEquals(Finding.Kind.BLOB_MISSING, finding.kind());
        assertEquals("Personal/lost.txt", finding.owners().get(0).name());
        assertTrue(finding.toString().contains(node.id().value().toString()), finding::toString);
        assertTrue(!finding.toString().contains("lost.txt"), finding::toString);
    }

    @Test
    void pagesGoThroughAllContentsInOrder() {
        List<Hash> expected = new ArrayList<>();
        for (int i = 0; i < 7; i++) {
            expected.add(content("f" + i % 3, "content " + i));
        }
        expected.sort(null);

        List<Hash> found = new ArrayList<>();
        List<Hash> page;
        @Nullable Hash after = null;
        do {
            @Nullable Hash last = after;
            page = files.database.requests().read("test", scope -> new ContentReferences().page(scope, last, 2));
            found.addAll(page);
            after = page.isEmpty() ? null : page.get(page.size() - 1);
        } while (!page.isEmpty());

        assertEquals(expected, found);
    }

    private Hash content(String name, String text) {
        return Objects.requireNonNull(files.write(anna, home, name, text).node().content());
    }
}
