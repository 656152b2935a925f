package io.oxicloud.files;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.oxicloud.Seeds;
import io.oxicloud.access.Resource;
import io.oxicloud.access.Role;
import io.oxicloud.access.Subject;
import io.oxicloud.access.TestGround;
import io.oxicloud.base.Actor;
import io.oxicloud.base.CloudException;
import io.oxicloud.base.ErrorCode;
import io.oxicloud.base.NodeId;
import io.oxicloud.base.Page;
import io.oxicloud.base.Precondition;
import io.oxicloud.db.Engine;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class FavoritesTest extends OnTeamDrive {
    private final Favorites favorites;

    FavoritesTest(Engine engine) {
        super(engine);
        favorites = files.favorites;
    }

    @Test
    void aNodeIsMarkedOnceAndForTheOneWhoMarksIt() {
        Node file = files.write(alice, root, "file", "x").node();
        Actor.User bob = files.user();
        files.grant(bob, file, Role.VIEWER);

        assertTrue(favorites.add(alice, file.id()));
        assertFalse(favorites.add(alice, file.id()));

        assertEquals(List.of("file"), names(alice, MarkOrder.NAME));
        assertEquals(Set.of(file.id()), favorites.among(alice, List.of(file, tree.get(alice, root))));
        assertEquals(Set.of(), favorites.among(bob, List.of(file)));
        assertFalse(favorites.remove(bob, file.id()));
        assertTrue(favorites.remove(alice, file.id()));
        assertFalse(favorites.remove(alice, file.id()));
        assertEquals(List.of(), names(alice, MarkOrder.NAME));
    }

    @Test
    void severalAreMarkedTogetherOrNotAtAll() {
        NodeId a = tree.createFolder(alice, root, "a").id();
        NodeId b = tree.createFolder(alice, root, "b").id();
        favorites.add(alice, a);

        CloudException refused = assertThrows(
                CloudException.class, () -> favorites.add(alice, List.of(b, new NodeId(UUID.randomUUID()))));

        assertEquals(ErrorCode.NOT_FOUND, refused.code());
        assertEquals(List.of("a"), names(alice, MarkOrder.NAME));
        assertEquals(Set.of(b), favorites.add(alice, List.of(a, b, b)));
        assertEquals(List.of("a", "b"), names(alice, MarkOrder.NAME));
        List<NodeId> tooMany = Collections.nCopies(Favorites.MAX_AT_ONCE + 1, a);
        assertEquals(
                ErrorCode.INVALID_INPUT,
                assertThrows(CloudException.class, () -> favorites.add(alice, tooMany))
                        .code());
    }

    @Test
    void whatIsInTheTrashOrHiddenIsNotShown() {
        Actor.User bob = files.user();
        Node shared = tree.createFolder(alice, root, "shared");
        files.ground.give(
                Subject.of(bob.id()),
                Resource.of(shared.lineage(), true),
                Role.VIEWER,
                files.clock.instant().plusSeconds(60));
        for (int i = 0; i < 5; i++) {
            favorites.add(bob, tree.createFolder(alice, shared.id(), "f" + i).id());
        }
        Node own = files.write(bob, files.home(bob), "zz", "x").node();
        favorites.add(bob, own.id());
        tree.delete(alice, tree.resolve(alice, drive, List.of("shared", "f0")).id(), Precondition.NONE);
        assertEquals(List.of("f1", "f2", "f3", "f4", "zz"), names(bob, MarkOrder.NAME));

        files.clock.advance(Duration.ofMinutes(2));

        assertEquals(List.of("zz"), names(bob, MarkOrder.NAME));
        Page<MarkedNode> page = favorites.list(bob, new MarkQuery(MarkOrder.NAME, false, Set.of(), null, 1));
        assertEquals(List.of("zz"), names(page));
    }

    @Test
    void everyOrderIsCompleteAndTurnsRoundWhateverTheSizeOfAPage() {
        Actor.User bob = files.user();
        files.grant(bob, tree.get(alice, root), Role.EDITOR);
        NodeId b = files.write(bob, root, "b.txt", "1").node().id();
        later();
        NodeId a = files.write(alice, root, "A.png", "22").node().id();
        later();
        NodeId d = tree.createFolder(alice, root, "d").id();
        NodeId c = files.write(alice, root, "c.txt", "333").node().id();
        for (NodeId each : List.of(c, a, d, b)) {
            favorites.add(alice, each);
            later();
        }

        assertEquals(List.of("A.png", "b.txt", "c.txt", "d"), paged(MarkOrder.NAME, false));
        assertEquals(List.of("d", "A.png", "b.txt", "c.txt"), paged(MarkOrder.TYPE, false));
        assertEquals(List.of("c.txt", "A.png", "b.txt", "d"), paged(MarkOrder.SIZE, false));
        assertEquals(List.of("b.txt", "d", "A.png", "c.txt"), paged(MarkOrder.MARKED, false));
        assertEquals(List.of("d", "c.txt", "A.png", "b.txt"), paged(MarkOrder.MODIFIED, false));
        assertEquals(4, paged(MarkOrder.OWNER, false).size());
        files.ground.accounts().delete(TestGround.ADMIN, bob.id());
        for (MarkOrder order : MarkOrder.values()) {
            List<String> there = paged(order, false);
            assertEquals(names(alice, order), there);
            List<String> back = new ArrayList<>(paged(order, true));
            Collections.reverse(back);
            assertEquals(there, back, order.name());
        }
        assertEquals(
                List.of("d"),
                names(favorites.list(alice, new MarkQuery(MarkOrder.NAME, false, Set.of(NodeKind.FOLDER), null, 10))));
    }

    @Test
    void whatIsNoCursorBeginsAtTheFirstPage() {
        favorites.add(alice, tree.createFolder(alice, root, "a").id());
        favorites.add(alice, tree.createFolder(alice, root, "b").id());
        String ofNames = String.valueOf(page(MarkOrder.NAME, false, null, 1).next());
        assertEquals(List.of("b"), names(page(MarkOrder.NAME, false, ofNames, 1)));

        assertEquals(List.of("b"), names(page(MarkOrder.NAME, true, ofNames, 1)));
        assertEquals(List.of("a"), names(page(MarkOrder.TYPE, false, ofNames, 1)));
        Seeds.all().limit(12).forEach(seed -> {
            var random = new Random(seed);
            String wild = Seeds.text(random, 40);
            for (MarkOrder order : MarkOrder.values()) {
                assertEquals(2, page(order, false, wild, 10).items().size());
                page(order, false, forged(order, wild), 10);
                page(order, false, forged(order, Long.toString(random.nextLong())), 10);
            }
        });
    }

    @Test
    void aPageCostsOneStatement() {
        for (int i = 0; i < 30; i++) {
            favorites.add(alice, tree.createFolder(alice, root, "f" + i).id());
        }
        String next = page(MarkOrder.SIZE, false, null, 10).next();

        assertEquals(1, files.statements(() -> page(MarkOrder.SIZE, false, next, 10)));
        assertEquals(3, files.statements(() -> favorites.add(alice, root)));
    }

    @Test
    void withAnAccountItsMarksAreGone() {
        Actor.User bob = files.user();
        Node file = files.write(alice, root, "file", "x").node();
        files.grant(bob, file, Role.VIEWER);
        favorites.add(bob, file.id());

        files.ground.accounts().delete(TestGround.ADMIN, bob.id());

        assertEquals(Set.of(), favorites.among(bob, List.of(file)));
    }

    /** What another could write who knows how cursors are made. */
    private static String forged(MarkOrder order, String key) {
        String fields = String.join(
                "\n", order.name(), "false", key, "AAAA", UUID.randomUUID().toString());
        return Base64.getUrlEncoder().encodeToString(fields.getBytes(StandardCharsets.UTF_8));
    }

    private List<String> paged(MarkOrder order, boolean reverse) {
        List<String> names = new ArrayList<>();
        String cursor = null;
        do {
            Page<MarkedNode> page = page(order, reverse, cursor, 1);
            names.addAll(names(page));
            cursor = page.next();
        } while (cursor != null);
        return names;
    }

    private Page<MarkedNode> page(MarkOrder order, boolean reverse, @Nullable String cursor, int limit) {
        return favorites.list(alice, new MarkQuery(order, reverse, Set.of(), cursor, limit));
    }

    private List<String> names(Actor actor, MarkOrder order) {
        return names(favorites.list(actor, new MarkQuery(order, false, Set.of(), null, 100)));
    }

    private static List<String> names(Page<MarkedNode> page) {
        return page.items().stream().map(marked -> marked.node().name()).toList();
    }

    private void later() {
        files.clock.advance(Duration.ofSeconds(5));
    }
}
