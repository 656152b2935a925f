package io.oxicloud.rest.upload;

import io.oxicloud.base.CloudException;
import io.oxicloud.base.ErrorCode;
import io.oxicloud.base.Hash;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Digests as clients write them: 64 hexadecimal digits of either case. */
final class HashText {
    private HashText() {}

    /** @throws CloudException INVALID_INPUT naming the field */
    static Hash parse(String field, String text) {
        try {
            return Hash.parse(text);
        } catch (CloudException e) {
            throw new CloudException(ErrorCode.INVALID_INPUT, field + ": not 64 hexadecimal digits", e);
        }
    }

    /** In their order, each once; what is none is left out. */
    static Set<Hash> valid(Collection<@Nullable String> texts) {
        Set<Hash> hashes = new LinkedHashSet<>();
        for (String text : texts) {
            try {
                if (text != null) {
                    hashes.add(Hash.parse(text));
                }
            } catch (CloudException e) {
                // nobody can possess what is no digest
            }
        }
        return hashes;
    }
}
