package io.oxicloud.account;

import io.oxicloud.base.Secret;
import org.jspecify.annotations.Nullable;

/** What vouches for somebody who asks to set the system up. The edge knows which is needed. */
public sealed interface SetupProof {
    /** The caller is at this very machine: bound to loopback, and nothing forwarded the request. */
    enum Local implements SetupProof {
        LOCAL
    }

    /** The one-time token; null if the caller brought none, which is never enough. */
    record Token(@Nullable Secret value) implements SetupProof {}
}
