package io.oxicloud.dav;

import io.oxicloud.base.CloudException;
import io.oxicloud.base.ErrorCode;
import io.oxicloud.dav.DavTarget.InDrive;

/** Reads where something is to go (RFC 4918 section 10.3). */
final class DestinationHeader {
    private final Addresses addresses;

    DestinationHeader(Addresses addresses) {
        this.addresses = addresses;
    }

    /**
     * @throws CloudException INVALID_INPUT if it is missing or malformed, and, for {@link Refusal#ELSEWHERE}, if it leads to
     *     another server or past our mount point; FORBIDDEN for the list of drives
     */
    InDrive of(DavRequest request) {
        String header = request.only("Destination");
        if (header == null || header.isEmpty()) {
            throw new CloudException(ErrorCode.INVALID_INPUT, "there is no Destination header");
        }
        DavTarget target = addresses.parse(request, header);
        if (target == null) {
            throw Refusal.ELSEWHERE.because("the destination is not on this server, or no place for files");
        }
        if (target instanceof InDrive inDrive) {
            return inDrive;
        }
        throw new CloudException(ErrorCode.FORBIDDEN, "drives are not made or replaced here");
    }
}
