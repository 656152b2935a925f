package planted.files;

import org.jspecify.annotations.Nullable;

final class ReadsSurroundings {
    @Nullable
    String environment() {
        return System.getenv("HOME");
    }

    @Nullable
    String property() {
        return System.getProperty("user.home");
    }

    boolean flag() {
        return Boolean.getBoolean("flag");
    }
}
