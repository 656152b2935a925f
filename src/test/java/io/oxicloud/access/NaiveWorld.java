package io.oxicloud.access;

import io.oxicloud.base.DriveId;
import io.oxicloud.base.GrantId;
import io.oxicloud.base.GroupId;
import io.oxicloud.base.Lineage;
import io.oxicloud.base.NodeId;
import io.oxicloud.base.UserId;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A small random world of users, nested groups, drives, nodes and grants, with the permission rule written down as simply as
 * it can be: no lineage, no sets of permissions, no index. What the product says is held against it.
 */
final class NaiveWorld {
    /** As in the contract's table of roles. */
    private static final List<Role> ROLES = List.of(Role.values());

    private static final String COLUMNS = "READ COMMENT CREATE UPDATE DELETE SHARE MANAGE";

    /** @param parent the folder above, or null for the root of a drive */
    record Node(UUID id, @Nullable Node parent, UUID drive, boolean folder) {
        Lineage lineage() {
            return parent == null
                    ? Lineage.ofRoot(new DriveId(drive))
                    : parent.lineage().child(new NodeId(id));
        }

        Resource resource() {
            return Resource.of(lineage(), folder);
        }
    }

    final Instant start;
    final List<UserId> users = new ArrayList<>();
    /** Direct members by group: ids of users and of groups. Only a later group holds an earlier one, so there is no cycle. */
    final Map<GroupId, Set<UUID>> members = new HashMap<>();

    final List<GroupId> groups = new ArrayList<>();
    final List<Node> nodes = new ArrayList<>();
    final List<Grant> grants = new ArrayList<>();
    private final Random random;

    /** An empty world; {@code start} is where its clock begins. */
    NaiveWorld(Random random, Instant start) {
        this.random = random;
        this.start = start;
    }

    void populate(List<UserId> people, List<GroupId> empty) {
        users.addAll(people);
        groups.addAll(empty);
        for (int i = 0; i < groups.size(); i++) {
            Set<UUID> direct = new HashSet<>();
            users.stream().filter(user -> random.nextInt(5) == 0).forEach(user -> direct.add(user.value()));
            if (i > 0 && random.nextInt(3) > 0) {
                direct.add(groups.get(i - 1).value());
            }
            members.put(groups.get(i), direct);
        }
        for (int drive = 0; drive < 3; drive++) {
            tree(uuid());
        }
        for (int i = 0; i < 12; i++) {
            grants.add(grant());
        }
    }

    /** Times worth asking at: between any two expiries something may differ. */
    List<Instant> moments() {
        return List.of(start, start.plusSeconds(5), start.plusSeconds(15).minusNanos(1000), start.plusSeconds(15));
    }

    boolean allowed(UserId user, Node node, Permission permission, Instant now) {
        for (Grant grant : grants) {
            boolean expired = grant.expiresAt() != null && !grant.expiresAt().isAfter(now);
            if (!expired
                    && stands(grant.subject().id(), user.value())
                    && covers(grant.resource().id(), node)
                    && row(grant.role()).charAt(column(permission)) == 'x') {
                return true;
            }
        }
        return false;
    }

    /** One more grant that the world may hold, in place of one of the same subject on the same resource. */
    Grant grant() {
        boolean toGroup = !groups.isEmpty() && random.nextBoolean();
        Subject subject = toGroup
                ? Subject.of(groups.get(random.nextInt(groups.size())))
                : Subject.of(users.get(random.nextInt(users.size())));
        Resource resource = nodes.get(random.nextInt(nodes.size())).resource();
        grants.removeIf(old -> old.subject().equals(subject) && old.resource().equals(resource));
        Role role = ROLES.get(random.nextInt(ROLES.size()));
        Instant expires = random.nextBoolean() ? null : start.plus(Duration.ofSeconds(5L * random.nextInt(5)));
        return new Grant(new GrantId(uuid()), subject, resource, role, null, start, expires);
    }

    private void tree(UUID drive) {
        List<Node> folders = new ArrayList<>(List.of(new Node(drive, null, drive, true)));
        nodes.add(folders.get(0));
        for (int i = 0; i < 8; i++) {
            Node parent = folders.get(random.nextInt(folders.size()));
            var child = new Node(uuid(), parent, drive, random.nextInt(3) > 0);
            nodes.add(child);
            if (child.folder()) {
                folders.add(child);
            }
        }
    }

    Set<UUID> membersOf(GroupId group) {
        return members.getOrDefault(group, Set.of());
    }

    private boolean stands(UUID subject, UUID user) {
        if (subject.equals(user)) {
            return true;
        }
        for (UUID member : membersOf(new GroupId(subject))) {
            if (stands(member, user)) {
                return true;
            }
        }
        return false;
    }

    private static boolean covers(UUID resource, Node node) {
        for (Node at = node; at != null; at = at.parent()) {
            if (at.id().equals(resource)) {
                return true;
            }
        }
        return node.drive().equals(resource);
    }

    private static String row(Role role) {
        return switch (role) {
            case VIEWER -> "x......";
            case COMMENTER -> "xx.....";
            case CONTRIBUTOR -> "x.x....";
            case EDITOR -> "xxxx...";
            case OWNER -> "xxxxxxx";
        };
    }

    private static int column(Permission permission) {
        return List.of(COLUMNS.split(" ")).indexOf(permission.name());
    }

    private UUID uuid() {
        return new UUID(random.nextLong(), random.nextLong());
    }
}
