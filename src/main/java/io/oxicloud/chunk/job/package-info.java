/** What the store does in the background when administrators ask for it: moving, new keys, checks, sweeps. */
@NullMarked
package io.oxicloud.chunk.job;

import org.jspecify.annotations.NullMarked;
