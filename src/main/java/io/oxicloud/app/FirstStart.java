package io.oxicloud.app;

import io.oxicloud.account.AccountLifecycle;
import io.oxicloud.account.NewAccount;
import io.oxicloud.account.NewUser;
import io.oxicloud.account.Setup;
import io.oxicloud.account.SetupToken;
import io.oxicloud.account.UserView;
import io.oxicloud.app.settings.Setting;
import io.oxicloud.app.settings.Settings;
import io.oxicloud.base.CloudException;
import io.oxicloud.base.Secret;
import io.oxicloud.base.UserId;
import io.oxicloud.db.Tx;
import java.security.SecureRandom;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What is different as long as there is no account: a one-time token lies in the data directory, and the settings may name
 * the first administrator.
 */
final class FirstStart implements AccountLifecycle {
    private static final Logger LOG = LoggerFactory.getLogger(FirstStart.class);
    private static final String FILE = "setup-token";

    private final DataDirectory data;
    private final SetupToken token;

    private FirstStart(DataDirectory data, SetupToken token) {
        this.data = data;
        this.token = token;
    }

    /** With the token of a start before, if nobody has used it. */
    static FirstStart in(DataDirectory data, SecureRandom random) {
        return new FirstStart(data, data.read(FILE).map(SetupToken::of).orElseGet(() -> SetupToken.random(random)));
    }

    SetupToken token() {
        return token;
    }

    /**
     * Sets up as the settings say, or tells how a person can.
     *
     * @throws StartFailure if the administrator that the settings name cannot be made
     */
    void begin(Setup setup, Settings settings) {
        if (setup.isDone()) {
            data.delete(FILE);
            return;
        }
        Optional<String> name = settings.find(Setting.ADMIN_USERNAME);
        if (name.isPresent()) {
            setUp(setup, settings, name.get());
            return;
        }
        data.write(FILE, token.value());
        LOG.info("setup.token value={} file={}", token.value(), data.resolve(FILE));
    }

    private static void setUp(Setup setup, Settings settings, String name) {
        Secret password = settings.secret(Setting.ADMIN_PASSWORD)
                .orElseThrow(() -> new StartFailure("the setting ADMIN_USERNAME needs ADMIN_PASSWORD beside it"));
        var admin = new NewUser(
                name,
                settings.find(Setting.ADMIN_EMAIL).orElse(null),
                password,
                UserView.Role.ADMIN,
                null,
                true,
                false);
        try {
            setup.setUp(admin);
            LOG.info("setup.done name={}", name);
        } catch (CloudException e) {
            throw new StartFailure("the administrator of the settings ADMIN_* cannot be made: " + e.message());
        }
    }

    /** The token is spent with the first account. */
    @Override
    public void created(Tx.Scope scope, UserId user, NewAccount facts) {
        scope.afterCommit(() -> data.delete(FILE));
    }

    @Override
    public void deleted(Tx.Scope scope, UserId user) {
        // nothing of a user is kept here
    }
}
