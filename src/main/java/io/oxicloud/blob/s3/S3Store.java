package io.oxicloud.blob.s3;

import io.oxicloud.base.ByteRange;
import io.oxicloud.blob.object.Limits;
import io.oxicloud.blob.object.ObjectPage;
import io.oxicloud.blob.object.ObjectStore;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.file.NoSuchFileException;
import java.util.OptionalLong;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.ListObjectsV2Response;
import software.amazon.awssdk.services.s3.model.PutObjectRequest;
import software.amazon.awssdk.services.s3.model.S3Object;

/** A bucket of S3. Objects are put whole in one request. */
final class S3Store implements ObjectStore {
    private static final String TYPE = "application/octet-stream";

    private final S3Client client;
    private final String bucket;
    private final Limits limits;

    S3Store(S3Settings settings, Limits limits) {
        this.limits = limits;
        bucket = settings.bucket();
        client = S3Clients.open(settings, limits);
    }

    @Override
    public String service() {
        return "s3";
    }

    @Override
    public boolean create(String key, ByteBuffer bytes) throws IOException {
        try {
            put(PutObjectRequest.builder().ifNoneMatch("*"), key, bytes);
            return true;
        } catch (SdkException e) {
            if (S3Failures.isConditionRefused(e)) {
                return false;
            }
            throw S3Failures.of(what(key), e);
        }
    }

    @Override
    public void replace(String key, ByteBuffer bytes) throws IOException {
        try {
            put(PutObjectRequest.builder(), key, bytes);
        } catch (SdkException e) {
            throw S3Failures.of(what(key), e);
        }
    }

    private void put(PutObjectRequest.Builder request, String key, ByteBuffer bytes) {
        int length = bytes.remaining();
        request.bucket(bucket)
                .key(key)
                .contentType(TYPE)
                .overrideConfiguration(call -> call.apiCallTimeout(limits.upload(length)));
        client.putObject(
                request.build(),
                RequestBody.fromContentProvider(() -> new BufferStream(bytes.duplicate()), length, TYPE));
    }

    @Override
    public InputStream open(String key, @Nullable ByteRange range) throws IOException {
        String wanted = range == null ? null : "bytes=" + range.start() + "-" + (range.end() - 1);
        try {
            S3Answer answer =
                    client.getObject(get -> get.bucket(bucket).key(key).range(wanted), S3Answer.AS_IT_COMES);
            return answer.body(what(key), range);
        } catch (SdkException e) {
            if (S3Failures.isMissing(e)) {
                bucketIsThere(e);
                throw new NoSuchFileException(key);
            }
            if (range != null && S3Failures.isPastTheEnd(e)) {
                throw new EOFException(what(key) + " ends before " + range.start());
            }
            throw S3Failures.of(what(key), e);
        }
    }

    @Override
    public OptionalLong size(String key) throws IOException {
        try {
            return OptionalLong.of(
                    client.headObject(head -> head.bucket(bucket).key(key)).contentLength());
        } catch (SdkException e) {
            if (S3Failures.isMissing(e)) {
                // an answer to HEAD has no body to say what is missing, and the SDK takes it for the object
                check();
                return OptionalLong.empty();
            }
            throw S3Failures.of(what(key), e);
        }
    }

    @Override
    public void delete(String key) throws IOException {
        try {
            client.deleteObject(delete -> delete.bucket(bucket).key(key));
        } catch (SdkException e) {
            if (!S3Failures.isMissing(e)) {
                throw S3Failures.of(what(key), e);
            }
            bucketIsThere(e);
        }
    }

    /** Nobody shall take a lost bucket for lost blobs. */
    private void bucketIsThere(SdkException missing) throws IOException {
        if (!S3Failures.saysObject(missing)) {
            check();
        }
    }

    @Override
    public ObjectPage list(String prefix, @Nullable String next) throws IOException {
        ListObjectsV2Response page = answered(
                "list " + prefix,
                () -> client.listObjectsV2(list -> list.bucket(bucket)
                        .prefix(prefix)
                        .continuationToken(next)
                        .maxKeys(limits.page())));
        return new ObjectPage(
                page.contents().stream().map(S3Store::item).toList(),
                Boolean.TRUE.equals(page.isTruncated()) ? page.nextContinuationToken() : null);
    }

    @Override
    public void check() throws IOException {
        // a list and not a HEAD, whose answer has no body and so no word of what is wrong
        answered(
                "list",
                () -> client.listObjectsV2(list -> list.bucket(bucket)
                        .maxKeys(1)
                        .overrideConfiguration(call -> call.apiCallTimeout(limits.check()))));
    }

    @Override
    public void close() {
        client.close();
    }

    private <T> T answered(String key, Supplier<T> call) throws IOException {
        try {
            return call.get();
        } catch (SdkException e) {
            throw S3Failures.of(what(key), e);
        }
    }

    private String what(String key) {
        return "s3 bucket " + bucket + ", " + key;
    }

    private static ObjectPage.Item item(S3Object object) {
        return new ObjectPage.Item(object.key(), object.size(), object.lastModified());
    }
}
