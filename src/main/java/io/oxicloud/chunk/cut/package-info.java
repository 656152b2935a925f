/**
 * Where a stream is cut and what its pieces are called: FastCDC and BLAKE3 in one pass, the same sources for the server
 * and the browser. {@link io.oxicloud.chunk.cut.Bytes} and {@link io.oxicloud.chunk.cut.Blake3Wide} are the seam: a
 * browser build replaces these two classes and nothing else, so the others keep to {@code java.lang} and int arithmetic.
 */
@NullMarked
package io.oxicloud.chunk.cut;

import org.jspecify.annotations.NullMarked;
