package io.oxicloud.files;

import io.oxicloud.base.Lineage;
import io.oxicloud.base.UserId;
import jakarta.persistence.Column;
import jakarta.persistence.Convert;
import jakarta.persistence.Entity;
import jakarta.persistence.EnumType;
import jakarta.persistence.Enumerated;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The row of a lock. Read and changed by statements only, so it needs no version. */
@Entity
@Table(name = "file_lock")
class LockEntity {
    @Id
    UUID id;

    @Column(name = "node_id")
    UUID nodeId;

    @Convert(converter = LineageColumn.class)
    Lineage lineage;

    UUID holder;

    @Enumerated(EnumType.STRING)
    LockKind kind;

    boolean deep;

    @Column(name = "owner_text")
    String ownerText;

    @Column(name = "expires_at")
    Instant expiresAt;

    /** See {@link FileLock}. */
    @Column(name = "waits_for")
    @Nullable
    String waitsFor;

    /** When it ends if what it waits for comes. */
    @Column(name = "goes_on_until")
    @Nullable
    Instant goesOnUntil;

    @SuppressWarnings("NullAway.Init") // Hibernate fills the fields
    protected LockEntity() {}

    LockEntity(UUID id, Lineage root, UserId holder, LockRequest request, Instant expiresAt) {
        this.id = id;
        nodeId = root.self().value();
        lineage = root;
        this.holder = holder.value();
        kind = request.kind();
        deep = request.deep();
        ownerText = request.owner();
        this.expiresAt = expiresAt;
    }
}
