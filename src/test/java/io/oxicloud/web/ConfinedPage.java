package io.oxicloud.web;

import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;

/** A page and its scripts under the headers of the product's pages; it posts its result to {@code result}. */
final class ConfinedPage extends HttpServlet {
    private static final long serialVersionUID = 1L;

    private final transient Map<String, String> files;
    private final transient CompletableFuture<String> result = new CompletableFuture<>();

    ConfinedPage(Map<String, String> files) {
        this.files = files;
    }

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        String text = files.get(request.getPathInfo());
        if (text == null) {
            response.setStatus(HttpServletResponse.SC_NOT_FOUND);
            return;
        }
        PageHeaders.set(response);
        if (request.getPathInfo().endsWith(".js")) {
            response.setContentType("text/javascript;charset=UTF-8");
        }
        response.getWriter().write(text);
    }

    @Override
    protected void doPost(HttpServletRequest request, HttpServletResponse response) throws IOException {
        result.complete(new String(request.getInputStream().readAllBytes(), StandardCharsets.UTF_8));
        response.setStatus(HttpServletResponse.SC_NO_CONTENT);
    }

    /** What the page posted first, or what the browser said if it ended before. */
    String result(Chromium browser) throws InterruptedException, ExecutionException {
        try {
            return result.applyToEither(browser.end(), Function.identity()).get(1, TimeUnit.MINUTES);
        } catch (TimeoutException e) {
            throw new AssertionError("no result came: " + browser.output(), e);
        }
    }
}
