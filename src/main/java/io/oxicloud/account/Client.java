package io.oxicloud.account;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Where a request comes from, as the edge made it out: behind a trusted proxy the address is the forwarded one.
 *
 * @param address IP address in text form
 * @param userAgent what the client calls itself; at most its first 255 characters are kept
 * @param secure whether the client's own connection is encrypted
 */
public record Client(String address, @Nullable String userAgent, boolean secure) {
    private static final int MAX_USER_AGENT = 255;
    private static final int MAX_ADDRESS = 64;
    private static final int IPV6_NETWORK_BYTES = 8;

    public Client {
        if (address.length() > MAX_ADDRESS) {
            address = address.substring(0, MAX_ADDRESS);
        }
        if (!Text.isWellFormed(address)) {
            address = "?";
        }
        if (userAgent != null && userAgent.length() > MAX_USER_AGENT) {
            userAgent = userAgent.substring(0, MAX_USER_AGENT);
        }
        if (userAgent != null && !Text.isWellFormed(userAgent)) {
            userAgent = null;
        }
    }

    /**
     * What counters are kept by: the address, and of an IPv6 address the /64 network, since one subscriber has all of it.
     */
    String network() {
        if (address.indexOf(':') < 0) {
            return address.toLowerCase(Locale.ROOT);
        }
        try {
            // in brackets it is taken as a literal only; a name is never looked up
            InetAddress literal = InetAddress.getByName("[" + address.split("%", 2)[0] + "]");
            if (literal instanceof Inet6Address) {
                byte[] bytes = literal.getAddress();
                Arrays.fill(bytes, IPV6_NETWORK_BYTES, bytes.length, (byte) 0);
                return InetAddress.getByAddress(bytes).getHostAddress() + "/64";
            }
            return literal.getHostAddress();
        } catch (UnknownHostException notAnAddress) {
            return address.toLowerCase(Locale.ROOT);
        }
    }
}
