package io.oxicloud.dav;

import io.oxicloud.base.CloudException;
import io.oxicloud.base.ErrorCode;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Reads the addresses that requests name resources by, besides their own path: in {@code Destination}, and in the tags of
 * {@code If} (RFC 4918 sections 8.3 and 10.3).
 *
 * <p>Which scheme an address has does not matter: where TLS ends at a proxy, we see another one than the client does. Host and
 * port have to be those that the client called us by, as the request says, a trusted proxy, or the settings.
 */
final class Addresses {
    private static final Pattern ABSOLUTE = Pattern.compile("https?://([^/?#]+)(/[^?#]*)?", Pattern.CASE_INSENSITIVE);
    private static final Pattern PATH = Pattern.compile("/(?:[^/?#][^?#]*)?");
    private static final Pattern OTHER_SCHEME = Pattern.compile("[A-Za-z][A-Za-z0-9+.-]*:.*");

    private final DavSettings settings;

    Addresses(DavSettings settings) {
        this.settings = settings;
    }

    /**
     * @return null for what is not on this server, or not below our mount point
     * @throws CloudException INVALID_INPUT if it is neither an absolute URL nor an absolute path, or its path is malformed
     */
    @Nullable
    DavTarget parse(DavRequest request, String address) {
        Matcher url = ABSOLUTE.matcher(address);
        if (url.matches()) {
            String path = url.group(2);
            return isOurs(request, url.group(1)) ? target(request, path == null ? "/" : path) : null;
        }
        if (PATH.matcher(address).matches()) {
            return target(request, address);
        }
        if (OTHER_SCHEME.matcher(address).matches() && !address.regionMatches(true, 0, "http", 0, 4)) {
            return null;
        }
        throw new CloudException(ErrorCode.INVALID_INPUT, "neither an absolute URL nor an absolute path");
    }

    private @Nullable DavTarget target(DavRequest request, String path) {
        for (String mount : mounts(request)) {
            DavPath below = DavPath.below(path, mount);
            if (below != null) {
                return DavTarget.of(below, settings.drivePrefix());
            }
        }
        return null;
    }

    /** A proxy may show the application under another path than it has here. */
    private List<String> mounts(DavRequest request) {
        List<String> mounts = new ArrayList<>(List.of(request.mount()));
        URI shown = settings.publicUrl();
        if (shown != null && shown.getRawPath() != null) {
            mounts.add(shown.getRawPath().replaceFirst("/+$", "") + request.mountInContext());
        }
        return mounts;
    }

    private boolean isOurs(DavRequest request, String authority) {
        List<Authority> ours = new ArrayList<>();
        ours.add(new Authority(request.serverName(), request.serverPort()));
        String host = request.header("Host");
        if (host != null) {
            ours.add(Authority.parse(host));
        }
        URI shown = settings.publicUrl();
        if (shown != null && shown.getRawAuthority() != null) {
            ours.add(Authority.parse(shown.getRawAuthority()));
        }
        return ours.contains(Authority.parse(authority));
    }

    /** Host and port. The ports that nobody writes, one for each scheme, are the same. */
    private record Authority(String host, int port) {
        private static final int UNWRITTEN = 0;
        private static final Pattern PORT = Pattern.compile(":([0-9]{0,5})$");

        Authority {
            host = host.toLowerCase(Locale.ROOT);
            port = port == 80 || port == 443 ? UNWRITTEN : port;
        }

        static Authority parse(String text) {
            String bare = text.strip().substring(text.strip().lastIndexOf('@') + 1);
            Matcher port = PORT.matcher(bare);
            if (!port.find()) {
                return new Authority(bare, UNWRITTEN);
            }
            String digits = port.group(1);
            return new Authority(
                    bare.substring(0, port.start()), digits.isEmpty() ? UNWRITTEN : Integer.parseInt(digits));
        }
    }
}
