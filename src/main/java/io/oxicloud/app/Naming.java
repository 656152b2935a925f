package io.oxicloud.app;

import java.util.Optional;
import javax.naming.InitialContext;
import javax.naming.NamingException;

/** Look-ups in the container's names. Outside a container there are none. */
final class Naming {
    private Naming() {}

    /** What is bound under the name, if anything is. The name is one of ours or an administrator's, never a caller's. */
    @SuppressWarnings("BanJNDI") // java: names only, checked here
    static Optional<Object> lookUp(String name) {
        if (!name.startsWith("java:")) {
            throw new IllegalArgumentException("a JNDI name here begins with java:, was " + name);
        }
        try {
            return Optional.ofNullable(new InitialContext().lookup(name));
        } catch (NamingException e) {
            return Optional.empty(); // not bound, or no container
        }
    }
}
