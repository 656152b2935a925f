package io.oxicloud.files;

import io.oxicloud.base.UserId;
import jakarta.persistence.AttributeConverter;
import jakarta.persistence.Converter;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** A user by id; null stands for the product itself and for an account that is gone. */
@Converter
class UserColumn implements AttributeConverter<@Nullable UserId, @Nullable UUID> {
    @Override
    public @Nullable UUID convertToDatabaseColumn(@Nullable UserId user) {
        return user == null ? null : user.value();
    }

    @Override
    public @Nullable UserId convertToEntityAttribute(@Nullable UUID id) {
        return id == null ? null : new UserId(id);
    }
}
