package io.oxicloud.files;

import io.oxicloud.base.Hash;
import jakarta.persistence.AttributeConverter;
import jakarta.persistence.Converter;
import org.jspecify.annotations.Nullable;

/** A digest as its 32 bytes. */
@Converter
public class HashColumn implements AttributeConverter<@Nullable Hash, byte @Nullable []> {
    @Override
    public byte @Nullable [] convertToDatabaseColumn(@Nullable Hash hash) {
        return hash == null ? null : hash.bytes();
    }

    @Override
    public @Nullable Hash convertToEntityAttribute(byte @Nullable [] digest) {
        return digest == null ? null : Hash.of(digest);
    }
}
