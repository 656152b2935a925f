package io.oxicloud.app;

import jakarta.servlet.Servlet;
import java.util.List;

/**
 * A servlet with the paths that it answers.
 *
 * @param name unique in the application
 * @param paths as the Servlet specification writes them: {@code /api/*}, the empty text for the context root
 */
record Mount(String name, Servlet servlet, List<String> paths) {
    static Mount of(String name, Servlet servlet, String... paths) {
        return new Mount(name, servlet, List.of(paths));
    }
}
