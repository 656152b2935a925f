package io.oxicloud.blob.object;

import io.oxicloud.blob.BlobName;
import java.util.HexFormat;
import java.util.Optional;

/** Where blobs lie: {@code ab/<name>.blob}, as below a folder's {@code .blobs}. */
final class ObjectKeys {
    private static final String BLOB = ".blob";
    private static final int SHARD = "ab/".length();

    private ObjectKeys() {}

    static String key(BlobName name) {
        return name.shard() + "/" + name + BLOB;
    }

    static String prefix(int firstByte) {
        return HexFormat.of().toHexDigits((byte) firstByte) + "/";
    }

    /** The blob that lies there, or nothing if the object is no blob of ours. */
    static Optional<BlobName> name(String key) {
        if (key.length() <= SHARD + BLOB.length() || !key.endsWith(BLOB)) {
            return Optional.empty();
        }
        return BlobName.parse(key.substring(SHARD, key.length() - BLOB.length()))
                .filter(name -> key.equals(key(name)));
    }

    /** Whether this stands for a folder of blobs: some services and many tools show one as an empty object. */
    static boolean isFolder(ObjectPage.Item item) {
        return item.size() == 0 && item.key().matches("[0-9a-f]{2}/?");
    }
}
