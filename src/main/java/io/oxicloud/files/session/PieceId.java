package io.oxicloud.files.session;

import jakarta.persistence.Column;
import jakarta.persistence.Embeddable;
import java.util.UUID;

/** Which piece of which session; numbers begin at 0. */
@Embeddable
record PieceId(@Column(name = "session_id") UUID session, int number) {}
