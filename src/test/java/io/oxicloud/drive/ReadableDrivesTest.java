package io.oxicloud.drive;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.oxicloud.access.Holding;
import io.oxicloud.access.Role;
import io.oxicloud.base.DriveId;
import io.oxicloud.base.UserId;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ReadableDrivesTest {
    private static final Instant NOW = Instant.parse("2026-07-20T10:00:00Z");
    private static final UserId ALICE = new UserId(new UUID(0, 1));

    private final DriveRow own = drive(0xa, DriveKind.PERSONAL, "Personal", ALICE);
    private final DriveRow archive = drive(0xb, DriveKind.SHARED, "Archivo 2026", null);
    private final DriveRow design = drive(0xc, DriveKind.SHARED, "Equipo Dise\u00f1o", null);

    @Test
    void theOwnDriveStandsFirstAndTheOthersByName() {
        var readable = readable(design, archive, own);

        assertEquals(
                List.of("Personal", "Archivo 2026", "Equipo Dise\u00f1o"),
                readable.list().stream().map(DriveView::name).toList());
    }

    @Test
    void aDriveIsSelectedByNameAndByIdInEitherCase() {
        var readable = readable(own, archive);

        assertEquals(Optional.of(archive.id()), selected(readable, "Archivo 2026"));
        assertEquals(Optional.of(archive.id()), selected(readable, archive.id().toString()));
        assertEquals(
                Optional.of(archive.id()),
                selected(readable, archive.id().toString().toUpperCase(Locale.ROOT)));
        assertEquals(Optional.empty(), selected(readable, "archivo 2026"));
        assertEquals(Optional.empty(), selected(readable, design.id().toString()));
    }

    @Test
    void aNameIsFoundInWhateverFormItsAccentsCome() {
        assertEquals(Optional.of(design.id()), selected(readable(own, design), "Equipo Disen\u0303o"));
    }

    @Test
    void ofDrivesOfOneNameTheOldestBearsItAndTheOthersTheirIds() {
        DriveRow younger = drive(0xd, DriveKind.SHARED, "Archivo 2026", null);

        var readable = readable(younger, archive);

        assertEquals(Optional.of(archive.id()), selected(readable, "Archivo 2026"));
        assertEquals(List.of("Archivo 2026", younger.id().toString()), segments(readable));
    }

    @Test
    void aSharedDriveNeverTakesTheNameOfTheOwnOne() {
        DriveRow older = drive(0x9, DriveKind.SHARED, "Personal", null);

        var readable = readable(older, own);

        assertEquals(Optional.of(own.id()), selected(readable, "Personal"));
        assertEquals(List.of("Personal", older.id().toString()), segments(readable));
    }

    @Test
    void aNameThatIsTheIdOfAnotherDriveSelectsThatOne() {
        String id = archive.id().toString().toUpperCase(Locale.ROOT);
        DriveRow mask = drive(0xd, DriveKind.SHARED, id, null);

        var readable = readable(archive, mask);

        assertEquals(Optional.of(archive.id()), selected(readable, id));
        assertEquals(Set.of(mask.id().toString(), "Archivo 2026"), Set.copyOf(segments(readable)));
    }

    @Test
    void everySegmentSelectsItsDrive() {
        var readable = readable(own, archive, design, drive(0xd, DriveKind.SHARED, "Archivo 2026", null));

        for (DriveView view : readable.list()) {
            assertEquals(Optional.of(view), readable.select(view.segment()));
        }
    }

    @Test
    void ofSeveralRolesTheStrongestIsShown() {
        var readable = ReadableDrives.of(
                ALICE,
                List.of(holding(archive, Role.EDITOR, null), holding(archive, Role.VIEWER, null)),
                List.of(archive));

        assertEquals(Role.EDITOR, readable.list().get(0).role());
    }

    @Test
    void itIsCurrentUntilTheFirstRoleEnds() {
        var readable = ReadableDrives.of(
                ALICE,
                List.of(
                        holding(archive, Role.EDITOR, NOW.plusSeconds(9)),
                        holding(archive, Role.VIEWER, NOW.plusSeconds(5)),
                        holding(own, Role.OWNER, null)),
                List.of(archive, own));

        assertTrue(readable.isCurrent(NOW.plusSeconds(5).toEpochMilli() - 1));
        assertFalse(readable.isCurrent(NOW.plusSeconds(5).toEpochMilli()));
    }

    @Test
    void aHoldingOnADriveThatIsGoneShowsNothing() {
        var readable = ReadableDrives.of(ALICE, List.of(holding(archive, Role.OWNER, null)), List.of());

        assertEquals(List.of(), readable.list());
    }

    private static ReadableDrives readable(DriveRow... rows) {
        List<DriveRow> all = List.of(rows);
        return ReadableDrives.of(
                ALICE, all.stream().map(row -> holding(row, Role.VIEWER, null)).toList(), all);
    }

    private static Optional<DriveId> selected(ReadableDrives readable, String text) {
        return readable.select(text).map(DriveView::id);
    }

    private static List<String> segments(ReadableDrives readable) {
        return readable.list().stream().map(DriveView::segment).toList();
    }

    private static Holding holding(DriveRow row, Role role, @Nullable Instant end) {
        return new Holding(row.resource(), role, end);
    }

    /** The higher the number, the younger. */
    private static DriveRow drive(int number, DriveKind kind, String name, @Nullable UserId defaultFor) {
        var id = new DriveId(new UUID(0xabcdef00_00007000L, 0x80000000_00000000L | number));
        Instant made = NOW.plusSeconds(number);
        return new DriveRow(id, kind, name, defaultFor, null, 0, Policies.NONE, made, made);
    }
}
