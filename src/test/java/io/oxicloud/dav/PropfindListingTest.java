package io.oxicloud.dav;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.oxicloud.base.Actor;
import io.oxicloud.base.CloudException;
import io.oxicloud.base.ErrorCode;
import io.oxicloud.base.NodeId;
import io.oxicloud.base.Precondition;
import io.oxicloud.dav.property.Catalogue;
import io.oxicloud.dav.property.FactLoader;
import io.oxicloud.dav.property.Place;
import io.oxicloud.dav.property.PropertyPlan;
import io.oxicloud.dav.property.PropertyQuery;
import io.oxicloud.dav.property.Viewer;
import io.oxicloud.dav.xml.XmlBody;
import io.oxicloud.db.Engine;
import io.oxicloud.db.Tx;
import io.oxicloud.drive.Space;
import io.oxicloud.files.LockKind;
import io.oxicloud.files.LockRequest;
import io.oxicloud.files.ManyNodes;
import io.oxicloud.files.Node;
import io.oxicloud.files.PropertyChange;
import io.oxicloud.files.PropertyName;
import io.oxicloud.files.TestFiles;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** What a listing costs, and when it sends what it has. */
@ParameterizedClass
@EnumSource(Engine.class)
class PropfindListingTest {
    private static final int PAGE = 1_000;
    private static final int MEMBERS = Boolean.getBoolean("full") ? 100_000 : 10_000;
    /** Much less than the rows of all members take, or what is written about them. */
    private static final long MEMORY = 3L << 20;

    private static final String EVERYTHING = "<D:resourcetype/><D:displayname/><D:creationdate/><D:getlastmodified/>"
            + "<D:getetag/><D:getcontentlength/><D:getcontenttype/><D:lockdiscovery/><color xmlns=\"urn:x\"/>"
            + "<D:quota-used-bytes/><D:quota-available-bytes/>";

    private final TestFiles files;
    private final Actor.User anna;
    private final Node folder;
    private final PropfindSources sources;

    PropfindListingTest(Engine engine) {
        files = new TestFiles(engine);
        anna = files.user();
        folder = files.tree.createFolder(anna, files.home(anna), "folder");
        sources = new PropfindSources(
                files.drives,
                files.tree,
                new Catalogue(List::of),
                new FactLoader(files.locks, files.properties, files.sync));
    }

    @AfterEach
    void close() {
        files.close();
    }

    @Test
    void aListingCostsOneStatementForEachPageAndFacet() {
        fill(2 * PAGE + 500);
        Multistatus[] answer = new Multistatus[1];

        assertEquals(3, statements("<D:getetag/><D:resourcetype/><D:nothing/>", answer));
        assertEquals(2 * PAGE + 501, answer[0].hrefs().size());
        assertEquals(6, statements("<D:getetag/><D:lockdiscovery/>", answer));
        assertEquals(6, statements("<D:getetag/><color xmlns=\"urn:x\"/>", answer));
        assertTrue(statements(EVERYTHING, answer) <= 2 + 3 * (1 + 2));
        assertEquals(2 * PAGE + 501, answer[0].hrefs().size());
    }

    @Test
    void aFullPageIsNotFollowedByAnEmptyOne() {
        fill(PAGE);

        assertEquals(1, statements("<D:getetag/>", new Multistatus[1]));
    }

    @Test
    void thePageIsSentBeforeTheNextOneIsRead() {
        fill(2 * PAGE + 1);
        List<Long> flushed = new ArrayList<>();
        var stream = new ByteArrayOutputStream() {
            @Override
            public void flush() {
                flushed.add(files.database.statements().count());
            }
        };

        files.database.statements().reset();
        write("<D:getetag/><D:lockdiscovery/>", stream);

        assertEquals(List.of(2L, 4L), flushed);
        assertEquals(6, files.database.statements().count());
        assertTrue(stream.toString(StandardCharsets.UTF_8).endsWith("</D:multistatus>\n"));
    }

    @Test
    void noConnectionIsHeldWhileAPageIsSent() {
        fill(PAGE + 1);
        List<Boolean> inside = new ArrayList<>();
        var stream = new ByteArrayOutputStream() {
            @Override
            public void flush() {
                inside.add(Tx.active());
            }
        };

        write(EVERYTHING, stream);

        assertEquals(List.of(false), inside);
        assertEquals(PAGE + 2, Multistatus.of(stream.toByteArray()).hrefs().size());
    }

    /** W-32: a list that is cut never looks complete. */
    @Test
    void aFolderThatGoesAwayMeanwhileBreaksTheListing() {
        fill(PAGE + 1);
        var stream = new ByteArrayOutputStream() {
            @Override
            public void flush() {
                files.tree.delete(anna, folder.id(), Precondition.NONE);
            }
        };

        var broken = assertThrows(CloudException.class, () -> write(EVERYTHING, stream));

        assertEquals(ErrorCode.NOT_FOUND, broken.code());
        assertTrue(!stream.toString(StandardCharsets.UTF_8).contains("</D:multistatus>"));
    }

    private long statements(String names, Multistatus[] answer) {
        return files.statements(() -> {
            var stream = new ByteArrayOutputStream();
            write(names, stream);
            answer[0] = Multistatus.of(stream.toByteArray());
        });
    }

    private void write(String names, OutputStream stream) {
        String body = "<D:propfind xmlns:D=\"DAV:\"><D:prop>" + names + "</D:prop></D:propfind>";
        try {
            PropertyPlan plan = PropertyPlan.of(
                    sources.catalogue(),
                    PropertyQuery.parse(XmlBody.read(new ByteArrayInputStream(body.getBytes(StandardCharsets.UTF_8)))));
            Space space = names.contains("quota")
                    ? files.drives.space(anna, Set.of(folder.drive())).get(folder.drive())
                    : null;
            var viewer = new Viewer(anna, files.tree, List.of());
            var place = new Place(List.of("webdav"), List.of("folder"));
            new PropfindListing(sources, plan, viewer, place, space).write(stream, folder, true);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** 10,000 members, or 100,000 with {@code -Dfull=true}. */
    @Test
    void aFolderOfAnySizeTakesTheMemoryOfItsPages() {
        List<NodeId> members = fill(MEMBERS);
        var request = new LockRequest(LockKind.EXCLUSIVE, false, "", null);
        files.locks.take(anna, members.get(MEMBERS - 1), request, Precondition.NONE);
        List<Long> used = new ArrayList<>();
        var stream = new OutputStream() {
            private long bytes;
            private int pages;
            private long largest;

            @Override
            public void write(int b) {
                bytes++;
            }

            @Override
            public void write(byte[] from, int offset, int length) {
                bytes += length;
                largest = Math.max(largest, length);
            }

            @Override
            public void flush() {
                if (++pages == 2 || pages == MEMBERS / PAGE - 1) {
                    used.add(usedMemory());
                }
            }
        };

        long statements = files.statements(() -> write(EVERYTHING, stream));

        int pages = MEMBERS / PAGE;
        assertEquals(pages - 1, stream.pages);
        assertTrue(statements <= 2 + 3L * pages + 1, statements + " statements for " + pages + " pages");
        assertTrue(stream.bytes > 500L * MEMBERS, stream.bytes + " bytes");
        assertTrue(stream.largest <= 64 << 10, stream.largest + " bytes at once");
        long more = used.get(1) - used.get(0);
        assertTrue(more < MEMORY, () -> more + " bytes more at the end than at the beginning");
    }

    private static long usedMemory() {
        System.gc();
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }

    private List<NodeId> fill(int count) {
        Node like = files.write(anna, files.home(anna), "like", "content").node();
        List<NodeId> members = ManyNodes.in(files, anna, folder, like, count);
        var color = PropertyChange.set(new PropertyName("urn:x", "color"), "<x:color xmlns:x=\"urn:x\"/>");
        files.properties.patch(anna, members.get(0), List.of(color), Precondition.NONE);
        return members;
    }
}
