package io.oxicloud.files;

import io.oxicloud.base.Lineage;
import jakarta.persistence.AttributeConverter;
import jakarta.persistence.Converter;
import org.jspecify.annotations.Nullable;

/** A lineage as packed bytes; null where a query found no node. */
@Converter
class LineageColumn implements AttributeConverter<@Nullable Lineage, byte @Nullable []> {
    @Override
    public byte @Nullable [] convertToDatabaseColumn(@Nullable Lineage lineage) {
        return lineage == null ? null : PackedLineage.pack(lineage);
    }

    @Override
    public @Nullable Lineage convertToEntityAttribute(byte @Nullable [] packed) {
        return packed == null ? null : PackedLineage.unpack(packed);
    }
}
