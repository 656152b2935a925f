package io.oxicloud.app.launch;

import java.lang.reflect.InvocationTargetException;

/**
 * Where {@code java -jar oxicloud.war} begins. Compiled for Java 8, so that an old Java gets a sentence and not an
 * UnsupportedClassVersionError: nothing here may name a class of its own package directly.
 */
public final class Main {
    private static final int OLDEST = 17;

    private Main() {}

    public static void main(String[] args) throws Throwable {
        String version = System.getProperty("java.specification.version", "");
        if (feature(version) < OLDEST) {
            System.err.println("OxiCloud needs Java " + OLDEST + " or newer; this is Java " + version + ".");
            System.exit(1);
        }
        // Before anything logs: the JDK's own manager drops what is logged while the JVM goes down.
        System.setProperty("java.util.logging.manager", "io.oxicloud.app.launch.LastingLogManager");
        System.setProperty("java.awt.headless", "true");
        try {
            Class.forName("io.oxicloud.app.launch.Launch")
                    .getMethod("run", String[].class)
                    .invoke(null, (Object) args);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }

    /** 8 for {@code 1.8}, 17 for {@code 17}. */
    private static int feature(String version) {
        String number = version.startsWith("1.") ? version.substring(2) : version;
        try {
            return Integer.parseInt(number);
        } catch (NumberFormatException e) {
            return OLDEST;
        }
    }
}
