package io.oxicloud.dav;

import io.oxicloud.base.CloudException;
import io.oxicloud.base.ErrorCode;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** How far into a folder a request goes (RFC 4918 section 10.2). */
enum Depth {
    ZERO("0"),
    ONE("1"),
    INFINITY("infinity");

    private final String header;

    Depth(String header) {
        this.header = header;
    }

    /**
     * @param usual without a header; allowed, too
     * @throws CloudException INVALID_INPUT for what is not allowed, or no depth
     */
    static Depth of(DavRequest request, Depth usual, Depth... allowed) {
        return of(request.only("Depth"), usual, allowed);
    }

    /** @param asked the header, null if there is none; otherwise as above */
    static Depth of(@Nullable String asked, Depth usual, Depth... allowed) {
        if (asked == null || usual.header.equalsIgnoreCase(asked)) {
            return usual;
        }
        return Arrays.stream(allowed)
                .filter(depth -> depth.header.equalsIgnoreCase(asked))
                .findFirst()
                .orElseThrow(() -> new CloudException(ErrorCode.INVALID_INPUT, "this Depth has no meaning here"));
    }

    @Override
    public String toString() {
        return header;
    }
}
