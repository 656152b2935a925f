package io.oxicloud.files.session;

import io.oxicloud.base.Hash;
import io.oxicloud.files.HashColumn;
import jakarta.persistence.Convert;
import jakarta.persistence.EmbeddedId;
import jakarta.persistence.Entity;
import jakarta.persistence.Table;

/** A piece that has come. Its row holds one reference to its content. Never changed, so it needs no version. */
@Entity
@Table(name = "upload_piece")
class PieceEntity {
    @EmbeddedId
    PieceId id;

    @Convert(converter = HashColumn.class)
    Hash content;

    long size;

    @SuppressWarnings("NullAway.Init") // Hibernate fills the fields
    protected PieceEntity() {}

    PieceEntity(PieceId id, Hash content, long size) {
        this.id = id;
        this.content = content;
        this.size = size;
    }
}
