package io.oxicloud.db;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.oxicloud.base.CloudException;
import io.oxicloud.base.ErrorCode;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.Arrays;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@ParameterizedClass
@EnumSource(Engine.class)
class SealerTest {
    private final SecureRandom random = new SecureRandom();
    private final byte[] masterKey = random.generateSeed(Sealer.KEY_LENGTH);
    private final Database database;
    private final Sealer sealer;

    SealerTest(Engine engine) {
        database = TestDatabase.open(engine, Entities.CLASSES);
        sealer = Sealer.open(database, masterKey, random);
    }

    @AfterEach
    void close() {
        database.close();
    }

    @Test
    void whatWasSealedOpensAgainAlsoAfterARestart() {
        for (int length : new int[] {0, 1, 16, 1_000}) {
            byte[] plain = random.generateSeed(length);

            byte[] sealed = sealer.seal(plain, "here");

            assertArrayEquals(plain, Sealer.open(database, masterKey, random).open(sealed, "here"));
            assertFalse(Arrays.equals(sealed, sealer.seal(plain, "here")), "the same text must not show");
        }
    }

    @Test
    void nothingOpensInAnotherPlaceOrChangedInOneBitOrShortened() {
        byte[] sealed = sealer.seal("secret".getBytes(StandardCharsets.UTF_8), "here");

        assertEquals(ErrorCode.CORRUPT_CONTENT, refused(sealed, "there"));
        for (int i = 0; i < sealed.length; i++) {
            byte[] changed = sealed.clone();
            changed[i] ^= 1;
            assertEquals(ErrorCode.CORRUPT_CONTENT, refused(changed, "here"));
            assertEquals(ErrorCode.CORRUPT_CONTENT, refused(Arrays.copyOf(sealed, i), "here"));
        }
    }

    @Test
    void anotherMasterKeyStopsTheStartWithAMessage() {
        byte[] wrong = masterKey.clone();
        wrong[31] ^= 1;

        String refused =
                String.valueOf(assertThrows(IllegalStateException.class, () -> Sealer.open(database, wrong, random))
                        .getMessage());
        assertTrue(refused.startsWith("the master key does not fit this database"), refused);
        assertTrue(refused.contains("OXICLOUD_MASTER_KEY"), refused);
    }

    @Test
    void aMasterKeyOfAnotherLengthIsRefused() {
        assertThrows(IllegalStateException.class, () -> Sealer.open(database, new byte[16], random));
    }

    private ErrorCode refused(byte[] sealed, String context) {
        return assertThrows(CloudException.class, () -> sealer.open(sealed, context))
                .code();
    }
}
