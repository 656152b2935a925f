package io.oxicloud.files;

import io.oxicloud.base.NodeId;
import io.oxicloud.base.Precondition;

/**
 * A write that was found allowed before its bytes were taken. Not a promise: {@link FileTree#commitWrite} looks again.
 *
 * @param name in its stored form
 * @param precondition what must hold then as it did now
 * @param bound how many bytes may come
 */
public record WriteIntent(NodeId parent, String name, Precondition precondition, WriteBound bound) {}
