package io.oxicloud.chunk;

import io.oxicloud.base.Hash;
import org.hibernate.type.SqlTypes;
import org.hibernate.type.descriptor.WrapperOptions;
import org.hibernate.type.descriptor.java.AbstractClassJavaType;
import org.hibernate.type.descriptor.jdbc.JdbcType;
import org.hibernate.type.descriptor.jdbc.JdbcTypeIndicators;
import org.jspecify.annotations.Nullable;

/** A {@link Hash} as the 32 bytes of a column; unlike a converter it serves identifiers, too. */
final class HashJavaType extends AbstractClassJavaType<Hash> {
    private static final long serialVersionUID = 1L;

    HashJavaType() {
        super(Hash.class);
    }

    @Override
    public JdbcType getRecommendedJdbcType(JdbcTypeIndicators indicators) {
        return indicators.getJdbcType(SqlTypes.VARBINARY);
    }

    @Override
    public <X> @Nullable X unwrap(@Nullable Hash value, Class<X> type, WrapperOptions options) {
        return value == null ? null : type.cast(type == Hash.class ? value : value.bytes());
    }

    @Override
    public <X> @Nullable Hash wrap(@Nullable X value, WrapperOptions options) {
        if (value instanceof byte[] bytes) {
            return Hash.of(bytes);
        }
        return (Hash) value;
    }
}
