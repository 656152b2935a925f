package io.oxicloud.cache;

import io.oxicloud.base.Hash;

/** Names one page of one content. */
record PageKey(Hash content, int index) {}
