package io.oxicloud.dav;

import io.oxicloud.base.CloudException;
import io.oxicloud.dav.DavTarget.InDrive;
import jakarta.servlet.http.HttpServletResponse;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What this server can do (RFC 4918 section 10.1), and which methods make sense where (RFC 9110 section 10.2.1). */
final class AllowedMethods {
    private static final Set<String> OF_THE_LIST = Set.of("OPTIONS", "PROPFIND", "REPORT");
    private static final Set<String> OF_FILES_ONLY = Set.of("PUT", "PATCH");
    private static final Set<String> OF_NOTHING = Set.of("OPTIONS", "PUT", "MKCOL", "LOCK");

    private final List<String> all;
    private final Places places;

    /** @param all in the order in which they are told */
    AllowedMethods(List<String> all, Places places) {
        this.all = all;
        this.places = places;
    }

    /** Whatever there is. */
    String anywhere() {
        return String.join(", ", all);
    }

    /** To who need not be signed in: by the path alone. */
    String at(DavTarget target) {
        return target instanceof InDrive ? anywhere() : those(OF_THE_LIST::contains);
    }

    /** By what is there, as its caller sees it. */
    String at(@Nullable DavRequest request) {
        if (request == null) {
            return anywhere();
        }
        if (!(request.target() instanceof InDrive target)) {
            return at(request.target());
        }
        try {
            boolean folder = places.node(request.actor(), target).folder();
            return those(method -> !method.equals("MKCOL")
                    && !(folder && OF_FILES_ONLY.contains(method))
                    && (folder || !isReport(method)));
        } catch (CloudException e) {
            return those(OF_NOTHING::contains);
        }
    }

    /** The answer to OPTIONS. */
    void tell(HttpServletResponse response, String methods) {
        response.setHeader("Allow", methods);
        response.setHeader("DAV", "1, 2, 3, extended-mkcol, " + PatchMethod.FEATURE);
        response.setHeader("MS-Author-Via", "DAV");
        response.setHeader("Accept-Patch", PatchMethod.ACCEPTED);
        response.setContentLength(0);
    }

    private static boolean isReport(String method) {
        return method.equals("REPORT");
    }

    private String those(Predicate<String> allowed) {
        return all.stream().filter(allowed).collect(Collectors.joining(", "));
    }
}
