package io.oxicloud.web;

import io.oxicloud.account.Accounts;
import io.oxicloud.account.Setup;
import io.oxicloud.account.SignIn;
import jakarta.servlet.Servlet;

/** Makes the servlets of this package. Each is to be registered for the addresses that its method names. */
public final class WebServlets {
    private final Setup setup;
    private final Accounts accounts;
    private final SignIn signIn;
    private final boolean drivesByName;

    /** @param drivesByName whether the first segment of a WebDAV path always names a drive */
    public WebServlets(Setup setup, Accounts accounts, SignIn signIn, boolean drivesByName) {
        this.setup = setup;
        this.accounts = accounts;
        this.signIn = signIn;
        this.drivesByName = drivesByName;
    }

    /** For the context root ({@code ""}), {@code /login} and {@code /setup}. */
    public Servlet pages() {
        return new PageServlet(setup, accounts, signIn, drivesByName);
    }

    /** For {@code /assets/*}. */
    public Servlet assets() {
        return new AssetServlet();
    }

    /** For {@code /.well-known/caldav} and {@code /.well-known/carddav}. */
    public Servlet wellKnown() {
        return new WellKnownServlet();
    }
}
