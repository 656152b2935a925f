package io.oxicloud.app;

import io.oxicloud.app.settings.Setting;
import io.oxicloud.app.settings.SettingException;
import io.oxicloud.app.settings.Settings;
import io.oxicloud.base.Secret;
import io.oxicloud.blob.azure.AzureSettings;
import io.oxicloud.blob.s3.S3Settings;
import java.net.URI;
import java.util.Optional;
import java.util.function.Supplier;

/** The settings of object stores. Each method fails with a SettingException that names what is missing or does not fit. */
final class ObjectStores {
    private final Settings settings;

    ObjectStores(Settings settings) {
        this.settings = settings;
    }

    S3Settings s3() {
        return fitting(() -> new S3Settings(
                needed(Setting.S3_BUCKET),
                settings.text(Setting.S3_REGION),
                needed(Setting.S3_ACCESS_KEY),
                secret(Setting.S3_SECRET_KEY),
                address(Setting.S3_ENDPOINT_URL).orElse(null),
                settings.flag(Setting.S3_FORCE_PATH_STYLE)));
    }

    AzureSettings azure() {
        String container = needed(Setting.AZURE_CONTAINER);
        URI endpoint = address(Setting.AZURE_ENDPOINT_URL).orElse(null);
        Optional<Secret> connection = settings.secret(Setting.AZURE_CONNECTION_STRING);
        Optional<Secret> signature = settings.secret(Setting.AZURE_SAS_TOKEN);
        return fitting(() -> {
            if (connection.isPresent()) {
                return AzureSettings.ofConnectionString(connection.get(), container, endpoint);
            }
            String account = needed(Setting.AZURE_ACCOUNT_NAME);
            return signature.isPresent()
                    ? AzureSettings.withSas(account, signature.get(), container, endpoint)
                    : AzureSettings.withKey(account, secret(Setting.AZURE_ACCOUNT_KEY), container, endpoint);
        });
    }

    private String needed(Setting setting) {
        return settings.find(setting).orElseThrow(() -> missing(setting));
    }

    private Secret secret(Setting setting) {
        return settings.secret(setting).orElseThrow(() -> missing(setting));
    }

    private SettingException missing(Setting setting) {
        return new SettingException(
                "STORAGE_BACKEND is " + settings.text(Setting.STORAGE_BACKEND) + ", but there is no " + setting.name());
    }

    private Optional<URI> address(Setting setting) {
        return settings.find(setting).map(URI::create);
    }

    private static <T> T fitting(Supplier<T> made) {
        try {
            return made.get();
        } catch (IllegalArgumentException e) {
            throw new SettingException("the settings of the storage do not fit: " + e.getMessage());
        }
    }
}
