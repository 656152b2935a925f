package io.oxicloud.blob.azure;

import com.azure.core.http.HttpHeaderName;
import com.azure.core.http.HttpMethod;
import com.azure.core.http.HttpRequest;
import com.azure.core.http.rest.PagedResponse;
import com.azure.storage.blob.BlobContainerClient;
import com.azure.storage.blob.BlobContainerClientBuilder;
import com.azure.storage.blob.models.BlobItem;
import com.azure.storage.blob.models.BlobStorageException;
import com.azure.storage.blob.models.ListBlobsOptions;
import io.oxicloud.base.ByteRange;
import io.oxicloud.blob.object.Limits;
import io.oxicloud.blob.object.ObjectBody;
import io.oxicloud.blob.object.ObjectFailures;
import io.oxicloud.blob.object.ObjectPage;
import io.oxicloud.blob.object.ObjectStore;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.file.NoSuchFileException;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A container of Azure Blob Storage. Objects are block blobs, put whole in one request. */
final class AzureStore implements ObjectStore {
    private static final Logger log = LoggerFactory.getLogger(AzureStore.class);

    private static final HttpHeaderName BLOB_TYPE = HttpHeaderName.fromString("x-ms-blob-type");
    private static final HttpHeaderName SNAPSHOTS = HttpHeaderName.fromString("x-ms-delete-snapshots");

    private static final int PARTIAL = 206;
    private static final int NOT_FOUND = 404;
    private static final int CONFLICT = 409;
    private static final int PRECONDITION_FAILED = 412;
    private static final int RANGE_NOT_SATISFIABLE = 416;

    private final AzureHttp http;
    private final BlobContainerClient container;
    private final String url;
    private final Limits limits;

    AzureStore(AzureSettings settings, Limits limits) {
        this.limits = limits;
        url = settings.containerUrl();
        http = new AzureHttp(settings, limits);
        container = new BlobContainerClientBuilder()
                .endpoint(url)
                .pipeline(http.pipeline())
                .buildClient();
    }

    @Override
    public String service() {
        return "azure";
    }

    @Override
    public boolean create(String key, ByteBuffer bytes) throws IOException {
        var request = request(HttpMethod.PUT, key);
        request.setHeader(HttpHeaderName.IF_NONE_MATCH, "*");
        return put(request, key, bytes);
    }

    @Override
    public void replace(String key, ByteBuffer bytes) throws IOException {
        if (!put(request(HttpMethod.PUT, key), key, bytes)) {
            throw new IOException(what(key) + ": there is one already, and it cannot be replaced");
        }
    }

    private boolean put(HttpRequest request, String key, ByteBuffer bytes) throws IOException {
        request.setHeader(BLOB_TYPE, "BlockBlob");
        int length = bytes.remaining();
        try (AzureAnswer answer = http.send(AzureHttp.withBody(request, bytes), what(key), limits.upload(length))) {
            if (answer.says(CONFLICT, "BlobAlreadyExists") || answer.status() == PRECONDITION_FAILED) {
                return false;
            }
            return succeeded(answer);
        }
    }

    @Override
    public InputStream open(String key, @Nullable ByteRange range) throws IOException {
        var request = request(HttpMethod.GET, key);
        if (range != null) {
            request.setHeader(HttpHeaderName.RANGE, "bytes=" + range.start() + "-" + (range.end() - 1));
        }
        AzureAnswer answer = http.send(request, what(key), limits.answer());
        try {
            return body(answer, key, range);
        } catch (IOException e) {
            answer.close();
            throw e;
        }
    }

    private InputStream body(AzureAnswer answer, String key, @Nullable ByteRange range) throws IOException {
        if (isMissing(answer)) {
            throw new NoSuchFileException(key);
        }
        if (range != null && answer.status() == RANGE_NOT_SATISFIABLE) {
            throw new EOFException(answer.what() + " ends before " + range.start());
        }
        succeeded(answer);
        long length = answer.length();
        if (range != null && (answer.status() != PARTIAL || length > range.length())) {
            throw new IOException(answer.what() + ": the range was not heeded");
        }
        if (range != null && length < range.length()) {
            throw new EOFException(answer.what() + " ends before " + range.end());
        }
        return new ObjectBody(answer.body(), length, answer.what(), () -> giveUp(answer.body()));
    }

    @Override
    public OptionalLong size(String key) throws IOException {
        try (AzureAnswer answer = http.send(request(HttpMethod.HEAD, key), what(key), limits.answer())) {
            if (isMissing(answer)) {
                return OptionalLong.empty();
            }
            succeeded(answer);
            return OptionalLong.of(answer.length());
        }
    }

    @Override
    public void delete(String key) throws IOException {
        var request = request(HttpMethod.DELETE, key);
        // without it, a blob of which somebody made a snapshot could not be deleted
        request.setHeader(SNAPSHOTS, "include");
        try (AzureAnswer answer = http.send(request, what(key), limits.answer())) {
            if (!isMissing(answer)) {
                succeeded(answer);
            }
        }
    }

    @Override
    public ObjectPage list(String prefix, @Nullable String next) throws IOException {
        var options = new ListBlobsOptions().setMaxResultsPerPage(limits.page());
        if (!prefix.isEmpty()) {
            options.setPrefix(prefix);
        }
        String what = what("list " + prefix);
        try {
            PagedResponse<BlobItem> page = container
                    .listBlobs(options, next, null)
                    .iterableByPage()
                    .iterator()
                    .next();
            String after = page.getContinuationToken();
            return new ObjectPage(
                    page.getValue().stream().map(AzureStore::item).toList(),
                    after == null || after.isEmpty() ? null : after);
        } catch (BlobStorageException e) {
            throw ObjectFailures.refused(
                    what, e.getStatusCode(), e.getErrorCode() == null ? null : String.valueOf(e.getErrorCode()));
        } catch (RuntimeException e) {
            throw AzureHttp.broken(what, e);
        }
    }

    @Override
    public void check() throws IOException {
        // a list and not the container's properties, which no signature for just the container may read
        var request = AzureHttp.request(HttpMethod.GET, url + "?restype=container&comp=list&maxresults=1");
        try (AzureAnswer answer = http.send(request, what("list"), limits.check())) {
            succeeded(answer);
        }
    }

    @Override
    public void close() {
        http.close();
    }

    /** The code tells it from a missing container, also where there is no body. */
    private static boolean isMissing(AzureAnswer answer) {
        return answer.says(NOT_FOUND, "BlobNotFound");
    }

    private static boolean succeeded(AzureAnswer answer) throws IOException {
        if (answer.isRefusal()) {
            throw answer.refused();
        }
        return true;
    }

    private HttpRequest request(HttpMethod method, String key) {
        return AzureHttp.request(method, url + "/" + key);
    }

    private String what(String key) {
        return "azure container " + container.getBlobContainerName() + ", " + key;
    }

    private static ObjectPage.Item item(BlobItem item) {
        return new ObjectPage.Item(
                item.getName(),
                item.getProperties().getContentLength(),
                item.getProperties().getLastModified().toInstant());
    }

    private static void giveUp(InputStream body) {
        try {
            body.close();
        } catch (IOException e) {
            log.debug("blob.give-up cause={}", e.toString());
        }
    }
}
