package io.oxicloud.blob.s3;

import io.oxicloud.blob.object.Limits;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.awscore.retry.AwsRetryStrategy;
import software.amazon.awssdk.core.checksums.RequestChecksumCalculation;
import software.amazon.awssdk.core.checksums.ResponseChecksumValidation;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.profiles.ProfileFile;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.S3ClientBuilder;

/**
 * Makes the SDK's client: it repeats nothing, looks nothing up in files or on the network, and asks of a service only what all
 * of them know. So the checksums that Amazon's own service takes at the end of a body are left out, for others keep them as part
 * of it; what is read is checked against the digest in its name.
 */
final class S3Clients {
    private static final ProfileFile NO_PROFILES = ProfileFile.aggregator().build();

    private S3Clients() {}

    static S3Client open(S3Settings settings, Limits limits) {
        S3ClientBuilder client = S3Client.builder()
                .region(Region.of(settings.region()))
                .credentialsProvider(StaticCredentialsProvider.create(AwsBasicCredentials.create(
                        settings.accessKey(), settings.secretKey().reveal())))
                .forcePathStyle(settings.pathStyle())
                .serviceConfiguration(s3 -> s3
                        // a body as it is, and not in signed pieces
                        .chunkedEncodingEnabled(false)
                        // or each upload would wait for those that do not answer to it
                        .expectContinueEnabled(false))
                .requestChecksumCalculation(RequestChecksumCalculation.WHEN_REQUIRED)
                .responseChecksumValidation(ResponseChecksumValidation.WHEN_REQUIRED)
                .overrideConfiguration(c -> c.retryStrategy(AwsRetryStrategy.doNotRetry())
                        .defaultProfileFileSupplier(() -> NO_PROFILES)
                        .defaultProfileFile(NO_PROFILES))
                .httpClientBuilder(UrlConnectionHttpClient.builder()
                        .connectionTimeout(limits.connect())
                        .socketTimeout(limits.answer()));
        if (settings.endpoint() != null) {
            client.endpointOverride(settings.endpoint());
        }
        return client.build();
    }
}
