package io.oxicloud.files;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.oxicloud.base.DriveId;
import io.oxicloud.base.Lineage;
import io.oxicloud.base.NodeId;
import java.util.Arrays;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class PackedLineageTest {
    private static final UUID DRIVE = UUID.fromString("0190aaaa-0000-7000-8000-000000000001");
    private static final UUID FOLDER = UUID.fromString("0190aaaa-0000-7000-8000-0000000000ff");

    @Test
    void aRootIsItsDriveAlone() {
        byte[] packed = PackedLineage.pack(Lineage.ofRoot(new DriveId(DRIVE)));

        assertEquals(PackedLineage.STEP, packed.length);
        assertEquals(Lineage.ofRoot(new DriveId(DRIVE)), PackedLineage.unpack(packed));
    }

    @Test
    void aSubtreeIsARange() {
        Lineage root = Lineage.ofRoot(new DriveId(DRIVE));
        Lineage folder = root.child(new NodeId(FOLDER));
        byte[] from = PackedLineage.pack(folder);
        byte[] to = PackedLineage.endOfSubtree(from);

        assertTrue(within(from, from, to));
        assertTrue(within(PackedLineage.pack(folder.child(new NodeId(new UUID(-1, -1)))), from, to));
        assertFalse(within(PackedLineage.pack(root), from, to));
        assertFalse(within(PackedLineage.pack(root.child(new NodeId(new UUID(-1, -1)))), from, to));
    }

    @Test
    void damageIsNoticed() {
        assertThrows(IllegalArgumentException.class, () -> PackedLineage.unpack(new byte[0]));
        assertThrows(IllegalArgumentException.class, () -> PackedLineage.unpack(new byte[17]));
    }

    @Test
    void whatLiesInTheSameFolderSharesWhatIsAbove() {
        Lineage folder = Lineage.ofRoot(new DriveId(DRIVE)).child(new NodeId(FOLDER));
        Lineage first = folder.child(new NodeId(new UUID(1, 1)));
        Lineage second = folder.child(new NodeId(new UUID(2, 2)));

        Lineage beside = PackedLineage.unpack(PackedLineage.pack(second), PackedLineage.pack(first), first);

        assertEquals(second, beside);
        assertSame(first.ancestors(), beside.ancestors());
    }

    @Test
    void nothingIsSharedWithAnotherPlace() {
        Lineage root = Lineage.ofRoot(new DriveId(DRIVE));
        Lineage other = root.child(new NodeId(FOLDER)).child(new NodeId(new UUID(1, 1)));
        byte[] packed = PackedLineage.pack(other);
        Lineage elsewhere = root.child(new NodeId(new UUID(3, 3))).child(new NodeId(new UUID(1, 1)));
        Lineage otherRoot = Lineage.ofRoot(new DriveId(FOLDER));

        assertEquals(root, PackedLineage.unpack(PackedLineage.pack(root), packed, other));
        assertEquals(elsewhere, PackedLineage.unpack(PackedLineage.pack(elsewhere), packed, other));
        assertEquals(otherRoot, PackedLineage.unpack(PackedLineage.pack(otherRoot), PackedLineage.pack(root), root));
        assertThrows(IllegalArgumentException.class, () -> PackedLineage.unpack(new byte[0], packed, other));
        assertThrows(IllegalArgumentException.class, () -> PackedLineage.unpack(new byte[49], packed, other));
    }

    @ParameterizedTest
    @MethodSource("io.oxicloud.Seeds#all")
    void whatWasPackedComesBack(long seed) {
        var random = new Random(seed);
        int depth = random.nextInt(41);
        Lineage lineage = Lineage.ofRoot(new DriveId(new UUID(random.nextLong(), random.nextLong())));
        for (int i = 0; i < depth; i++) {
            lineage = lineage.child(new NodeId(new UUID(random.nextLong(), random.nextLong())));
        }

        byte[] packed = PackedLineage.pack(lineage);

        assertEquals(lineage, PackedLineage.unpack(packed));
        assertEquals(depth + 1, PackedLineage.depth(packed));
    }

    private static boolean within(byte[] value, byte[] from, byte[] to) {
        return Arrays.compareUnsigned(value, from) >= 0 && Arrays.compareUnsigned(value, to) < 0;
    }
}
