/**
 * The content store: takes streams in, keeps their distinct pieces once, counts who needs them and gives them out again,
 * whole or in ranges. How it works and what it promises is in docs/storage.md.
 */
@NullMarked
package io.oxicloud.chunk;

import org.jspecify.annotations.NullMarked;
