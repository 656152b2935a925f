package io.oxicloud.app.container;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;

/** The answer to a PROPFIND of one level, read no faster than it is counted, with little room on its way. */
final class Listing implements AutoCloseable {
    private static final int ROOM = 16 << 10;
    private static final int PATIENCE_MILLIS = 120_000;
    private static final String RESPONSE = "<D:response>";
    private static final String END = "</D:multistatus>";

    private final Socket socket = new Socket();
    private final InputStream in;
    private final StringBuilder last = new StringBuilder();

    Listing(URI base, String path, String authorization) throws IOException {
        socket.setReceiveBufferSize(ROOM);
        socket.setSoTimeout(PATIENCE_MILLIS);
        socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), base.getPort()));
        // without chunks, as HTTP/1.0 has none
        String request = "PROPFIND " + base.resolve(path).getRawPath() + " HTTP/1.0\r\nHost: " + base.getAuthority()
                + "\r\nAuthorization: " + authorization + "\r\nDepth: 1\r\n\r\n";
        socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
        in = new BufferedInputStream(socket.getInputStream(), ROOM);
        String status = line();
        assertTrue(status.startsWith("HTTP/1.1 207 "), status);
    }

    private String line() throws IOException {
        var line = new StringBuilder();
        for (int next = in.read(); next >= 0 && next != '\n'; next = in.read()) {
            line.append((char) next);
        }
        return line.toString();
    }

    /** Reads on until so many more of them have begun, or to the end, and tells how many did. */
    int responses(int enough) throws IOException {
        int seen = 0;
        while (seen < enough) {
            int next = in.read();
            if (next < 0) {
                return seen;
            }
            if (next == '<') {
                last.setLength(0);
            }
            last.append((char) next);
            if (next == '>' && RESPONSE.contentEquals(last)) {
                seen++;
            }
        }
        return seen;
    }

    /** Whether what came last is the end of the document. */
    boolean isWhole() {
        return last.toString().strip().equals(END);
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
