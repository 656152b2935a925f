package io.oxicloud.app.http;

import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/**
 * Answers, whatever the method, what no other servlet does. In place of the container's own one, whose pages our content
 * policy breaks, and which would serve the launcher's files from the top of the WAR.
 */
public final class NothingServlet extends HttpServlet {
    private static final long serialVersionUID = 1L;

    @Override
    protected void service(HttpServletRequest request, HttpServletResponse response) throws IOException {
        send(response, HttpServletResponse.SC_NOT_FOUND, "404 Not Found: there is nothing at this address.");
    }

    static void send(HttpServletResponse response, int status, String sentence) throws IOException {
        byte[] body = (sentence + "\n").getBytes(StandardCharsets.UTF_8);
        response.setStatus(status);
        response.setContentType("text/plain;charset=UTF-8");
        response.setHeader("Cache-Control", "no-store");
        response.setContentLength(body.length);
        response.getOutputStream().write(body);
    }
}
