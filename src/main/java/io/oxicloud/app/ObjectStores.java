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

/** The settings of an object store, the present one or the one that contents move to. Each method fails with a SettingException that names what is missing or does not fit. */
final class ObjectStores {
    private static final String TARGET = "STORAGE_TARGET_";

    private final Settings settings;
    private final boolean target;

    /** @param target whether it is the one that contents move to */
    ObjectStores(Settings settings, boolean target) {
        this.settings = settings;
        this.target = target;
    }

    S3Settings s3() {
        return fitting(() -> new S3Settings(
                needed(Setting.S3_BUCKET),
                settings.text(of(Setting.S3_REGION)),
                needed(Setting.S3_ACCESS_KEY),
                secret(Setting.S3_SECRET_KEY),
                address(Setting.S3_ENDPOINT_URL).orElse(null),
                settings.flag(of(Setting.S3_FORCE_PATH_STYLE))));
    }

    AzureSettings azure() {
        String container = needed(Setting.AZURE_CONTAINER);
        URI endpoint = address(Setting.AZURE_ENDPOINT_URL).orElse(null);
        Optional<Secret> connection = settings.secret(of(Setting.AZURE_CONNECTION_STRING));
        Optional<Secret> signature = settings.secret(of(Setting.AZURE_SAS_TOKEN));
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

    private Setting of(Setting setting) {
        return target ? Setting.valueOf(TARGET + setting.name()) : setting;
    }

    private String needed(Setting setting) {
        return settings.find(of(setting)).orElseThrow(() -> missing(setting));
    }

    private Secret secret(Setting setting) {
        return settings.secret(of(setting)).orElseThrow(() -> missing(setting));
    }

    private SettingException missing(Setting setting) {
        Setting backend = target ? Setting.STORAGE_TARGET_BACKEND : Setting.STORAGE_BACKEND;
        return new SettingException(backend + " is " + settings.text(backend) + ", but there is no "
                + of(setting).name());
    }

    private Optional<URI> address(Setting setting) {
        return settings.find(of(setting)).map(URI::create);
    }

    private static <T> T fitting(Supplier<T> made) {
        try {
            return made.get();
        } catch (IllegalArgumentException e) {
            throw new SettingException("the settings of the storage do not fit: " + e.getMessage());
        }
    }
}
