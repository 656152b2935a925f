package io.oxicloud.files;

import io.oxicloud.base.Lineage;
import jakarta.persistence.AttributeConverter;
import jakarta.persistence.Converter;

/** A lineage as packed bytes. */
@Converter
class LineageColumn implements AttributeConverter<Lineage, byte[]> {
    @Override
    public byte[] convertToDatabaseColumn(Lineage lineage) {
        return PackedLineage.pack(lineage);
    }

    @Override
    public Lineage convertToEntityAttribute(byte[] packed) {
        return PackedLineage.unpack(packed);
    }
}
