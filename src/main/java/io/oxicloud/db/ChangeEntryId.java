package io.oxicloud.db;

import jakarta.persistence.Embeddable;
import java.util.UUID;

/** Key of {@code change_entry}. */
@Embeddable
record ChangeEntryId(UUID collection, long number) {}
