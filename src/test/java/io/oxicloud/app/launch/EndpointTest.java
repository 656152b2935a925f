package io.oxicloud.app.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class EndpointTest {
    @ParameterizedTest
    @ValueSource(strings = {"999.1.1.1", "no.such.host.invalid", "[::1", "1:2"})
    void aHostThatIsNotThereIsOneSentenceThatNamesIt(String host) {
        var refused = assertThrows(StartException.class, () -> Endpoint.of(host, 0));

        assertTrue(String.valueOf(refused.getMessage()).startsWith("there is no address " + host + " to listen on"));
    }

    @ParameterizedTest
    @CsvSource({
        "127.0.0.1, http://127.0.0.1:81, http://127.0.0.1:81",
        "localhost, http://localhost:81, http://localhost:81",
        "::1, http://[::1]:81, http://[::1]:81",
        "[::1], http://[::1]:81, http://[::1]:81",
        "0.0.0.0, http://localhost:81, http://127.0.0.1:81",
        "::, http://localhost:81, http://127.0.0.1:81"
    })
    void itIsToldAsABrowserTakesIt(String host, String shown, String asked) throws StartException {
        Endpoint endpoint = Endpoint.of(host, 0);

        assertEquals(shown, endpoint.url(81));
        assertEquals(asked, endpoint.probe(81));
    }

    @Test
    void theNameIsKeptForMessages() throws StartException {
        assertEquals("localhost", Endpoint.of("localhost", 0).host());
    }
}
