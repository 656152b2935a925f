package io.oxicloud.chunk;

import io.oxicloud.base.Hash;
import io.oxicloud.chunk.cut.Blake3;

/** Turns the words of a digest, which is what a browser can handle, into a {@link Hash}. */
final class Digests {
    private Digests() {}

    static Hash of(Blake3 hash) {
        int[] words = new int[Hash.LENGTH / 4];
        hash.digest(words);
        return of(words);
    }

    static Hash of(int[] words) {
        return Hash.ofWords(words);
    }
}
