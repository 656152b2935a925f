package io.oxicloud.app;

import jakarta.servlet.Servlet;
import java.util.List;

/**
 * A servlet with the paths that it answers.
 *
 * @param name unique in the application
 * @param paths as the Servlet specification writes them: {@code /api/*}, the empty text for the context root
 * @param getOnly whether it can only be looked at
 */
record Mount(String name, Servlet servlet, List<String> paths, boolean getOnly) {
    static Mount of(String name, Servlet servlet, String... paths) {
        return new Mount(name, servlet, List.of(paths), false);
    }

    static Mount getOnly(String name, Servlet servlet, String... paths) {
        return new Mount(name, servlet, List.of(paths), true);
    }
}
