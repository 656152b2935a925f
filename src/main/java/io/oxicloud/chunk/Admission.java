package io.oxicloud.chunk;

import io.oxicloud.base.Hash;
import java.util.Map;

/** Says whether there is room for chunks that have come, before anything of them is kept. */
@FunctionalInterface
public interface Admission {
    /**
     * Outside of transactions, and once for some of them after the other.
     *
     * @param sizes bytes of each; one that comes again later may be asked for again
     * @throws io.oxicloud.base.CloudException to refuse them, and with them all that came before
     */
    void admit(Map<Hash, Integer> sizes);
}
