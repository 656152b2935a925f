package io.oxicloud.files;

import jakarta.persistence.Column;
import jakarta.persistence.Embeddable;
import java.util.UUID;

/** The place of a change in the history of one folder. */
@Embeddable
record RevisionId(@Column(name = "folder_id") UUID folder, long number) {}
