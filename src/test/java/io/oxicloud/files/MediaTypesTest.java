package io.oxicloud.files;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class MediaTypesTest {
    @Test
    void theLastExtensionDecidesInEitherCase() {
        assertEquals("image/jpeg", MediaTypes.of("a.b.JPG"));
        assertEquals("text/plain", MediaTypes.of("notes.txt"));
        assertEquals("image/png", MediaTypes.of(".png"));
    }

    @Test
    void whatIsNotKnownIsJustBytes() {
        assertEquals(MediaTypes.UNKNOWN, MediaTypes.of("png"));
        assertEquals(MediaTypes.UNKNOWN, MediaTypes.of("a."));
        assertEquals(MediaTypes.UNKNOWN, MediaTypes.of("a.nobodyknows"));
        assertEquals(MediaTypes.UNKNOWN, MediaTypes.of("a.txt "));
    }
}
