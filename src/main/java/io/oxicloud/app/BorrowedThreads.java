package io.oxicloud.app;

import java.util.Arrays;
import java.util.Map;

/**
 * Threads of the JDK's own pool for asynchronous files, which H2 uses. They outlive us by a minute, idle, and remember the
 * class loader of whoever first needed them; Tomcat takes that for a leak of this application.
 */
final class BorrowedThreads {
    private BorrowedThreads() {}

    /** Lets go of them, once nothing of ours uses files any more. */
    static void release(ClassLoader ours) {
        for (Map.Entry<Thread, StackTraceElement[]> entry :
                Thread.getAllStackTraces().entrySet()) {
            Thread thread = entry.getKey();
            if (thread.getContextClassLoader() == ours && isIdlePoolThread(thread, entry.getValue())) {
                thread.setContextClassLoader(ClassLoader.getSystemClassLoader());
            }
        }
    }

    /** All pools of ours give names to their threads. */
    private static boolean isIdlePoolThread(Thread thread, StackTraceElement[] stack) {
        boolean unnamed = thread.isDaemon() && thread.getName().matches("Thread-\\d+");
        return unnamed
                && Arrays.stream(stack)
                        .allMatch(frame -> frame.getClassName().startsWith("java.")
                                || frame.getClassName().startsWith("jdk."));
    }
}
