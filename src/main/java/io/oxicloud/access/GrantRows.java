package io.oxicloud.access;

import io.oxicloud.base.GrantId;
import io.oxicloud.base.UserId;
import io.oxicloud.db.Tx;
import io.oxicloud.db.ValueList;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.hibernate.query.MutationQuery;
import org.hibernate.query.SelectionQuery;
import org.jspecify.annotations.Nullable;

/** The statements over the table of grants. */
final class GrantRows {
    /** How many ids go into one statement: PostgreSQL takes 65,535 parameters, H2 plans badly long before. */
    private static final int CHUNK = 1_000;

    private static final Comparator<Grant> NEWEST_FIRST =
            Comparator.comparing(Grant::grantedAt).reversed();

    /** Not the entity: the session would give back what it saw of it before the last statement. */
    private static final String SELECT = """
            select g.id, g.subjectKind, g.subjectId, g.resourceKind, g.resourceId,
                g.role, g.grantedBy, g.grantedAt, g.expiresAt
            from GrantEntity g
            """;

    /** @return false if the subject has none on the resource */
    boolean update(Tx.Scope scope, Grant grant) {
        MutationQuery update = scope.session().createMutationQuery("""
                        update GrantEntity g
                        set g.role = :role, g.grantedBy = :giver, g.grantedAt = :now, g.expiresAt = :end
                        where g.subjectId = :subject and g.resourceId = :resource
                            and g.subjectKind = :subjectKind and g.resourceKind = :resourceKind
                        """);
        return fill(update, grant).executeUpdate() == 1;
    }

    /** @return false if the subject has one on the resource */
    boolean insert(Tx.Scope scope, Grant grant) {
        MutationQuery insert = scope.session()
                .createMutationQuery("""
                        insert into GrantEntity
                            (id, subjectKind, subjectId, resourceKind, resourceId, role, grantedBy, grantedAt, expiresAt)
                        values (:id, :subjectKind, :subject, :resourceKind, :resource, :role, :giver, :now, :end)
                        on conflict do nothing
                        """)
                .setParameter("id", grant.id().value());
        return fill(insert, grant).executeUpdate() == 1;
    }

    boolean delete(Tx.Scope scope, Subject subject, Resource resource) {
        return scope.session()
                        .createMutationQuery("""
                                delete from GrantEntity g
                                where g.subjectId = :subject and g.resourceId = :resource
                                    and g.subjectKind = :subjectKind and g.resourceKind = :resourceKind
                                """)
                        .setParameter("subject", subject.id())
                        .setParameter("subjectKind", subject.kind())
                        .setParameter("resource", resource.id())
                        .setParameter("resourceKind", resource.kind())
                        .executeUpdate()
                > 0;
    }

    int deleteAllOn(Tx.Scope scope, Collection<UUID> resources) {
        int deleted = 0;
        for (List<UUID> chunk : chunks(resources)) {
            deleted += scope.session()
                    .createMutationQuery("delete from GrantEntity g where g.resourceId in :resources")
                    .setParameterList("resources", chunk)
                    .executeUpdate();
        }
        return deleted;
    }

    int deleteAllOf(Tx.Scope scope, Subject subject) {
        return scope.session()
                .createMutationQuery("delete from GrantEntity g where g.subjectId = :subject and g.subjectKind = :kind")
                .setParameter("subject", subject.id())
                .setParameter("kind", subject.kind())
                .executeUpdate();
    }

    Optional<Grant> find(Tx.Scope scope, Subject subject, Resource resource) {
        return grants(scope.session()
                        .createSelectionQuery(SELECT + """
                                where g.subjectId = :subject and g.resourceId = :resource
                                    and g.subjectKind = :subjectKind and g.resourceKind = :resourceKind
                                """, Row.class)
                        .setParameter("subject", subject.id())
                        .setParameter("subjectKind", subject.kind())
                        .setParameter("resource", resource.id())
                        .setParameter("resourceKind", resource.kind()))
                .stream()
                .findFirst();
    }

    Optional<Grant> find(Tx.Scope scope, GrantId id) {
        return grants(scope.session()
                        .createSelectionQuery(SELECT + "where g.id = :id", Row.class)
                        .setParameter("id", id.value()))
                .stream()
                .findFirst();
    }

    /** What others gave to a user himself or to the other subjects, but for what has expired; the newest first. */
    List<Grant> received(Tx.Scope scope, UserId user, Collection<UUID> subjects, Instant now, int limit) {
        List<Grant> all = new ArrayList<>();
        for (List<UUID> chunk : chunks(subjects)) {
            var some = ValueList.of("subject", chunk);
            all.addAll(grants(some.in(scope.session().createSelectionQuery(SELECT + """
                            where g.subjectId in %s and (g.expiresAt is null or g.expiresAt > :now)
                                and (g.grantedBy is null or g.grantedBy <> :user)
                                and (g.subjectKind = :users and g.subjectId = :user
                                    or g.subjectKind <> :users and g.subjectId <> :user)
                            order by g.grantedAt desc, g.id desc
                            """.formatted(some), Row.class))
                    .setParameter("now", now)
                    .setParameter("user", user.value())
                    .setParameter("users", Subject.Kind.USER)
                    .setMaxResults(limit)));
        }
        all.sort(NEWEST_FIRST);
        return all.subList(0, Math.min(limit, all.size()));
    }

    /** What a user gave to others, but for what has expired; the newest first. */
    List<Grant> givenBy(Tx.Scope scope, UserId user, Instant now, int limit) {
        return grants(scope.session()
                .createSelectionQuery(SELECT + """
                        where g.grantedBy = :user and g.subjectId <> :user
                            and (g.expiresAt is null or g.expiresAt > :now)
                        order by g.grantedAt desc, g.id desc
                        """, Row.class)
                .setParameter("user", user.value())
                .setParameter("now", now)
                .setMaxResults(limit));
    }

    List<Grant> on(Tx.Scope scope, Resource resource) {
        return grants(scope.session()
                .createSelectionQuery(SELECT + """
                        where g.resourceId = :resource and g.resourceKind = :kind
                        order by g.grantedAt, g.id
                        """, Row.class)
                .setParameter("resource", resource.id())
                .setParameter("kind", resource.kind()));
    }

    Set<UUID> shared(Tx.Scope scope, Collection<UUID> nodes, Instant now) {
        Set<UUID> shared = new HashSet<>();
        for (List<UUID> chunk : chunks(nodes)) {
            var some = ValueList.of("node", chunk);
            shared.addAll(some.in(scope.session()
                            .createSelectionQuery(
                                    "select distinct g.resourceId from GrantEntity g where g.resourceId in " + some
                                            + " and g.resourceKind <> :drive"
                                            + " and (g.expiresAt is null or g.expiresAt > :now)",
                                    UUID.class))
                    .setParameter("drive", Resource.Kind.DRIVE)
                    .setParameter("now", now)
                    .getResultList());
        }
        return shared;
    }

    List<Grant> of(Tx.Scope scope, Collection<UUID> subjects, Resource.Kind kind) {
        List<Grant> all = new ArrayList<>();
        for (List<UUID> chunk : chunks(subjects)) {
            var some = ValueList.of("subject", chunk);
            all.addAll(grants(some.in(scope.session().createSelectionQuery(SELECT + """
                            where g.subjectId in %s and g.resourceKind = :kind
                            """.formatted(some), Row.class))
                    .setParameter("kind", kind)));
        }
        return all;
    }

    /** What a user holds by himself or through the other subjects, but for what has expired. */
    List<Holding> heldBy(Tx.Scope scope, UserId user, Collection<UUID> subjects, Instant now) {
        List<Holding> held = new ArrayList<>();
        for (List<UUID> chunk : chunks(subjects)) {
            var some = ValueList.of("subject", chunk);
            some
                    .in(scope.session().createSelectionQuery("""
                            select g.subjectKind, g.subjectId, g.resourceKind, g.resourceId, g.role, g.expiresAt
                            from GrantEntity g
                            where g.subjectId in %s and (g.expiresAt is null or g.expiresAt > :now)
                            """.formatted(some), HeldRow.class))
                    .setParameter("now", now)
                    .getResultList()
                    .stream()
                    .filter(row -> row.isOf(user))
                    .map(HeldRow::holding)
                    .forEach(held::add);
        }
        return held;
    }

    private static List<Grant> grants(SelectionQuery<Row> query) {
        return query.getResultList().stream().map(Row::grant).toList();
    }

    private static MutationQuery fill(MutationQuery query, Grant grant) {
        UserId giver = grant.grantedBy();
        return query.setParameter("subject", grant.subject().id())
                .setParameter("subjectKind", grant.subject().kind())
                .setParameter("resource", grant.resource().id())
                .setParameter("resourceKind", grant.resource().kind())
                .setParameter("role", grant.role())
                .setParameter("giver", giver == null ? null : giver.value(), UUID.class)
                .setParameter("now", grant.grantedAt())
                .setParameter("end", grant.expiresAt(), Instant.class);
    }

    private static List<List<UUID>> chunks(Collection<UUID> ids) {
        List<UUID> all = List.copyOf(ids);
        List<List<UUID>> chunks = new ArrayList<>();
        for (int from = 0; from < all.size(); from += CHUNK) {
            chunks.add(all.subList(from, Math.min(all.size(), from + CHUNK)));
        }
        return chunks;
    }

    private record Row(
            UUID id,
            Subject.Kind subjectKind,
            UUID subject,
            Resource.Kind resourceKind,
            UUID resource,
            Role role,
            @Nullable UUID grantedBy,
            Instant grantedAt,
            @Nullable Instant expiresAt) {
        Grant grant() {
            return new Grant(
                    new GrantId(id),
                    new Subject(subjectKind, subject),
                    new Resource(resourceKind, resource),
                    role,
                    grantedBy == null ? null : new UserId(grantedBy),
                    grantedAt,
                    expiresAt);
        }
    }

    /** Users and groups have ids from one space; should two ever meet, neither holds what is the other's. */
    private record HeldRow(
            Subject.Kind subjectKind,
            UUID subject,
            Resource.Kind resourceKind,
            UUID resource,
            Role role,
            @Nullable Instant expiresAt) {
        boolean isOf(UserId user) {
            return (subjectKind == Subject.Kind.USER) == subject.equals(user.value());
        }

        Holding holding() {
            return new Holding(new Resource(resourceKind, resource), role, expiresAt);
        }
    }
}
