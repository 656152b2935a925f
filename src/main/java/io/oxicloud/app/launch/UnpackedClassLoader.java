package io.oxicloud.app.launch;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.MalformedURLException;
import java.net.URI;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.CodeSource;
import java.security.SecureClassLoader;
import java.security.cert.Certificate;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.zip.ZipFile;
import org.jspecify.annotations.Nullable;

/**
 * The classes of the unpacked application, found by their {@link ClassIndex}; its own come before the server's, as in every
 * servlet container. Thread-safe. What it has opened stays open to the end.
 */
final class UnpackedClassLoader extends SecureClassLoader {
    static {
        registerAsParallelCapable();
    }

    private final ClassIndex index;
    private final Map<Path, Root> roots = new ConcurrentHashMap<>();

    UnpackedClassLoader(ClassIndex index, ClassLoader server) {
        super("product", server);
        this.index = index;
    }

    /** A folder of classes, or a jar, and where it lies as its classes tell. */
    private record Root(Path path, @Nullable JarFile jar, CodeSource source) {
        static Root open(Path path) {
            try {
                // what is in it was there when the build was made, which is all that a signature could say
                JarFile jar = Files.isDirectory(path)
                        ? null
                        : new JarFile(path.toFile(), false, ZipFile.OPEN_READ, JarFile.runtimeVersion());
                return new Root(path, jar, new CodeSource(path.toUri().toURL(), (Certificate[]) null));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        byte @Nullable [] bytes(String name) throws IOException {
            if (jar == null) {
                try {
                    return Files.readAllBytes(path.resolve(name));
                } catch (NoSuchFileException e) {
                    return null;
                }
            }
            JarEntry entry = jar.getJarEntry(name);
            if (entry == null) {
                return null;
            }
            try (InputStream content = jar.getInputStream(entry)) {
                return content.readNBytes(Math.toIntExact(entry.getSize()));
            }
        }

        @Nullable
        URL url(String name) throws MalformedURLException {
            if (jar == null) {
                Path file = path.resolve(name);
                return Files.exists(file) ? file.toUri().toURL() : null;
            }
            JarEntry entry = jar.getJarEntry(name);
            return entry == null
                    ? null
                    : URI.create("jar:" + path.toUri() + "!/" + quoted(entry.getRealName()))
                            .toURL();
        }

        private static String quoted(String name) {
            return name.replace("%", "%25").replace(" ", "%20");
        }
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        String file = name.replace('.', '/') + ".class";
        if (index.of(file).isEmpty()) {
            return super.loadClass(name, resolve);
        }
        synchronized (getClassLoadingLock(name)) {
            Class<?> loaded = findLoadedClass(name);
            if (loaded == null) {
                loaded = define(name, file);
            }
            return loaded == null ? getParent().loadClass(name) : loaded;
        }
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
        throw new ClassNotFoundException(name); // loadClass has looked
    }

    private @Nullable Class<?> define(String name, String file) throws ClassNotFoundException {
        try {
            for (Path path : index.of(file)) {
                Root root = root(path);
                byte[] bytes = root.bytes(file);
                if (bytes != null) {
                    return defineClass(name, bytes, 0, bytes.length, root.source());
                }
            }
            return null;
        } catch (IOException e) {
            throw new ClassNotFoundException(name, e);
        }
    }

    private Root root(Path path) {
        return roots.computeIfAbsent(path, Root::open);
    }

    @Override
    public @Nullable URL getResource(String name) {
        URL own = findResource(name);
        return own == null ? getParent().getResource(name) : own;
    }

    @Override
    protected @Nullable URL findResource(String name) {
        List<URL> found = resources(name, 1);
        return found.isEmpty() ? null : found.get(0);
    }

    @Override
    protected Enumeration<URL> findResources(String name) {
        return Collections.enumeration(resources(name, Integer.MAX_VALUE));
    }

    private List<URL> resources(String name, int most) {
        List<URL> found = new ArrayList<>();
        try {
            for (Path path : index.of(name)) {
                URL url = root(path).url(name);
                if (url != null && found.size() < most) {
                    found.add(url);
                }
            }
        } catch (MalformedURLException e) {
            throw new IllegalStateException("not the name of a resource: " + name, e);
        }
        return found;
    }
}
