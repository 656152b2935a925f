package io.oxicloud.app.container;

import java.io.IOException;
import java.nio.file.Path;

/** A small file system of its own in a folder, where this user may mount one. */
final class Mounted implements AutoCloseable {
    private final Path folder;
    private final boolean there;

    private Mounted(Path folder, boolean there) {
        this.folder = folder;
        this.there = there;
    }

    /** @param size as mount takes it */
    static Mounted on(Path folder, String size) throws IOException {
        return new Mounted(folder, run("mount", "-t", "tmpfs", "-o", "size=" + size, "tmpfs", folder.toString()));
    }

    boolean isThere() {
        return there;
    }

    void remount(String option) throws IOException {
        if (!run("mount", "-o", "remount," + option, folder.toString())) {
            throw new IOException("cannot remount " + folder);
        }
    }

    @Override
    public void close() throws IOException {
        if (there && !run("umount", folder.toString())) {
            throw new IOException("cannot unmount " + folder);
        }
    }

    private static boolean run(String... command) throws IOException {
        try {
            Process process = new ProcessBuilder(command).inheritIO().start();
            return process.waitFor() == 0;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        } catch (IOException e) {
            return false; // there is no such command
        }
    }
}
