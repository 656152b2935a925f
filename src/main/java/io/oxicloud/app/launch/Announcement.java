package io.oxicloud.app.launch;

import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.Proxy;
import java.net.URI;
import java.util.function.BooleanSupplier;

/** The line that tells where to go, printed once the product says that it is ready to be used. */
final class Announcement {
    private static final int PAUSE_MILLIS = 100;
    private static final int TIMEOUT_MILLIS = 5_000;

    private final String address;
    private final String probe;

    Announcement(Endpoint endpoint, int boundPort, String context) {
        address = endpoint.url(boundPort) + context + "/";
        probe = endpoint.probe(boundPort) + context + "/ready";
    }

    /** Waits; gives up silently when the server does not run any more. */
    void whenReady(BooleanSupplier running) throws InterruptedException {
        while (running.getAsBoolean()) {
            if (isReady()) {
                System.out.println("OxiCloud is ready at " + address);
                return;
            }
            Thread.sleep(PAUSE_MILLIS);
        }
    }

    private boolean isReady() {
        try {
            var connection = (HttpURLConnection) URI.create(probe).toURL().openConnection(Proxy.NO_PROXY);
            connection.setConnectTimeout(TIMEOUT_MILLIS);
            connection.setReadTimeout(TIMEOUT_MILLIS);
            int status = connection.getResponseCode();
            connection.disconnect();
            return status == HttpURLConnection.HTTP_OK;
        } catch (IOException e) {
            return false;
        }
    }
}
