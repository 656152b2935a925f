package io.oxicloud.files.upload;

import io.oxicloud.base.ChunkSequence;
import io.oxicloud.base.Hash;

/** What a file is made of. */
public record FileManifest(Hash content, ChunkSequence chunks) {}
