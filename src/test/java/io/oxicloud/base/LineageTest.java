package io.oxicloud.base;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class LineageTest {
    @Test
    void aNodeIsWithinItselfItsAncestorsAndItsDriveAndNothingElse() {
        var drive = new DriveId(UUID.randomUUID());
        var folder = new NodeId(UUID.randomUUID());
        var file = new NodeId(UUID.randomUUID());

        var lineage = Lineage.ofRoot(drive).child(folder).child(file);

        assertEquals(List.of(new NodeId(drive.value()), folder), lineage.ancestors());
        assertEquals(file, lineage.self());
        assertTrue(lineage.isWithin(file.value()));
        assertTrue(lineage.isWithin(folder.value()));
        assertTrue(lineage.isWithin(drive.value()));
        assertFalse(lineage.isWithin(UUID.randomUUID()));
        assertFalse(Lineage.ofRoot(drive).child(folder).isWithin(file.value()));
    }
}
