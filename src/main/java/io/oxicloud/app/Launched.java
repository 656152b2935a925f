package io.oxicloud.app;

import jakarta.servlet.ServletContext;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What {@code java -jar} tells the product; nothing in a container.
 *
 * @param options what stood on the command line, by the setting's name
 * @param data the data directory where no setting names one
 * @param loopback known to be reached from this machine only; a container never says so
 */
record Launched(Map<String, String> options, @Nullable Path data, boolean loopback) {
    static final Launched NOTHING = new Launched(Map.of(), null, false);

    private static final String HOST = "io.oxicloud.launch.host";
    private static final String DATA = "io.oxicloud.launch.data";
    private static final String OPTIONS = "io.oxicloud.launch.options";

    Launched {
        options = Map.copyOf(options);
    }

    static Launched of(ServletContext context) {
        return new Launched(
                strings(context.getAttribute(OPTIONS)),
                context.getAttribute(DATA) instanceof Path data ? data : null,
                context.getAttribute(HOST) instanceof String host && isLoopback(host));
    }

    private static Map<String, String> strings(@Nullable Object attribute) {
        Map<String, String> all = new HashMap<>();
        if (attribute instanceof Map<?, ?> map) {
            map.forEach((name, value) -> all.put(String.valueOf(name), String.valueOf(value)));
        }
        return all;
    }

    private static boolean isLoopback(String host) {
        try {
            return InetAddress.getByName(host).isLoopbackAddress();
        } catch (UnknownHostException e) {
            return false;
        }
    }
}
