package io.oxicloud.benchmarks;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;

/**
 * Processor time in nanoseconds, by who used it.
 *
 * @param caller the thread that asks
 * @param settlers the threads of the store that settle uploads
 * @param machine what the JVM does by itself: collecting garbage, compiling
 * @param database the processes of the database
 */
record CpuTime(long caller, long settlers, long machine, long database) {
    static final CpuTime NONE = new CpuTime(0, 0, 0, 0);

    private static final String SETTLER = "oxicloud-settle";

    /** All since the start. */
    static CpuTime now(PostgresServer server) {
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        long all = 0;
        long settlers = 0;
        for (long id : threads.getAllThreadIds()) {
            ThreadInfo thread = threads.getThreadInfo(id);
            long nanos = Math.max(0, threads.getThreadCpuTime(id));
            all += nanos;
            settlers += thread != null && thread.getThreadName().startsWith(SETTLER) ? nanos : 0;
        }
        var process = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        return new CpuTime(
                threads.getCurrentThreadCpuTime(),
                settlers,
                process.getProcessCpuTime() - all,
                server.processorNanos());
    }

    CpuTime plus(CpuTime other) {
        return new CpuTime(
                caller + other.caller, settlers + other.settlers, machine + other.machine, database + other.database);
    }

    CpuTime minus(CpuTime other) {
        return new CpuTime(
                caller - other.caller, settlers - other.settlers, machine - other.machine, database - other.database);
    }

    long total() {
        return caller + settlers + machine + database;
    }
}
