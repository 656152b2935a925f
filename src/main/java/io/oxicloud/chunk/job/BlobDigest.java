package io.oxicloud.chunk.job;

import io.oxicloud.base.Hash;
import io.oxicloud.chunk.cut.Blake3;
import io.oxicloud.chunk.cut.Bytes;

/** What a blob of these bytes is named by. */
final class BlobDigest {
    private BlobDigest() {}

    static Hash of(byte[] bytes) {
        var hash = new Blake3();
        hash.update(new Bytes(bytes), 0, bytes.length);
        int[] words = new int[Hash.LENGTH / Integer.BYTES];
        hash.digest(words);
        return Hash.ofWords(words);
    }
}
