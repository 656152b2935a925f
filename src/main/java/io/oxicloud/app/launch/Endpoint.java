package io.oxicloud.app.launch;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.UnknownHostException;

/**
 * Where to listen, looked up once: what is bound, what is said of it and who counts as sitting at this machine go by the same
 * address.
 *
 * @param host as it was given
 * @param port 0 lets the system choose one
 */
record Endpoint(String host, InetAddress address, int port) {
    /** @throws StartException if there is no such host: a server that cannot know its address must not listen everywhere */
    static Endpoint of(String host, int port) throws StartException {
        try {
            return new Endpoint(host, InetAddress.getByName(host), port);
        } catch (UnknownHostException e) {
            throw new StartException("there is no address " + host
                    + " to listen on; choose another one with --host, as 127.0.0.1 or 0.0.0.0");
        }
    }

    /** The beginning of an address in a browser on this machine, without a slash at its end. */
    String url(int boundPort) {
        return url(address.isAnyLocalAddress() ? "localhost" : host, boundPort);
    }

    /** Likewise, for whoever asks from within this process. */
    String probe(int boundPort) {
        return url(address.isAnyLocalAddress() ? "127.0.0.1" : host, boundPort);
    }

    private String url(String name, int boundPort) {
        boolean bare = address instanceof Inet6Address && name.indexOf(':') >= 0 && !name.startsWith("[");
        return "http://" + (bare ? "[" + name + "]" : name) + ":" + boundPort;
    }
}
