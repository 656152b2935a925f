package io.oxicloud.web;

import java.util.List;

/** The pages themselves. They hold only relative addresses, so that they work below any context path. */
final class Pages {
    private static final int MIN_PASSWORD = 8;

    private Pages() {}

    static String setUp() {
        Html html = begin("Set up OxiCloud", "narrow");
        html.element("h1", "Set up OxiCloud");
        html.element("p", "Nobody has an account here yet. Make the first one: it administers this server.");
        form(
                html,
                "setup",
                "Create the account",
                List.of(
                        Field.text("username", "User name", "username"),
                        Field.email("email", "E-mail address"),
                        Field.password("password", "Password", "new-password", MIN_PASSWORD)
                                .withHint("At least 8 characters."),
                        Field.text("setup_token", "Set-up token", "off")
                                .optional()
                                .withHint("Proves that the server is yours. It stands in the server's log and in the"
                                        + " file “setup-token” in its data directory. Leave it empty on the"
                                        + " server itself, if that listens to nobody else.")));
        return html.finish();
    }

    static String signIn() {
        Html html = begin("Sign in – OxiCloud", "narrow");
        html.element("h1", "Sign in");
        form(
                html,
                "login",
                "Sign in",
                List.of(
                        Field.text("username", "User name or e-mail address", "username"),
                        Field.password("password", "Password", "current-password", 0)));
        return html.finish();
    }

    /** @param drivesByName whether the first segment of a WebDAV path always names a drive */
    static String home(Visitor visitor, boolean drivesByName) {
        Html html = begin("OxiCloud", "wide");
        html.start("header", "class", "bar").element("h1", "OxiCloud");
        html.start("p", "class", "who")
                .text("Signed in as ")
                .element("strong", visitor.name())
                .text(visitor.admin() ? ", administrator" : "")
                .end();
        html.element("button", "Sign out", "type", "button", "id", "sign-out", "class", "quiet");
        html.end();
        html.element("p", "", "id", "message", "class", "message", "role", "alert", "aria-live", "assertive");
        if (visitor.external()) {
            html.element("p", "You are a guest here: you see what others share with you.");
            return html.finish();
        }
        drives(html);
        reaching(html, drivesByName);
        appPasswords(html);
        return html.finish();
    }

    static String unavailable() {
        Html html = begin("Not available – OxiCloud", "narrow");
        html.element("h1", "Not available at the moment");
        html.element("p", "The server cannot reach its database. Try again in a few seconds.");
        return html.finish();
    }

    private static void drives(Html html) {
        html.start("section", "aria-labelledby", "drives-title");
        html.element("h2", "Your drives", "id", "drives-title");
        html.element("ul", "", "id", "drives", "class", "rows", "aria-busy", "true");
        html.end();
    }

    /** Promises only what the WebDAV edge can do so far. */
    private static void reaching(Html html, boolean drivesByName) {
        html.start("section", "aria-labelledby", "reach-title");
        html.element("h2", "Reach your files from a program", "id", "reach-title");
        html.start("p").text("The WebDAV address of your own drive:").end();
        html.start("p");
        // The script puts the name of the drive behind it where paths begin with one.
        if (drivesByName) {
            html.element("code", "webdav/", "id", "dav-address", "data-drives-by-name", "");
        } else {
            html.element("code", "webdav/", "id", "dav-address");
        }
        html.end();
        html.element("p", "Open it as a network drive, or in a browser to look and download. On the command line:");
        html.start("ul");
        for (String id : List.of("curl-put", "curl-get", "curl-delete")) {
            html.start("li").element("code", "", "id", id).end();
        }
        html.end();
        html.element(
                "p",
                "What you delete goes to the trash, which has no page yet; it keeps counting as used space until the server"
                        + " removes it by itself.");
        html.end();
    }

    private static void appPasswords(Html html) {
        html.start("section", "aria-labelledby", "app-passwords-title");
        html.element("h2", "App passwords", "id", "app-passwords-title");
        html.element(
                "p",
                "Give each program a password of its own. When you lose a device, revoke its password and keep the"
                        + " others. A program signs in with your user name and its app password.");
        html.element("ul", "", "id", "app-passwords", "class", "rows", "aria-busy", "true");
        html.start("form", "id", "app-password-form", "method", "post", "class", "inline");
        Field.text("label", "Which program or device is it for?", "off").write(html);
        html.element("button", "Make an app password", "type", "submit");
        html.end();
        html.start("div", "id", "new-app-password", "class", "secret", "role", "status", "hidden", "");
        html.element("p", "Copy it now; it is shown only once.");
        html.start("p")
                .element("code", "", "id", "new-app-password-value", "tabindex", "0")
                .end();
        html.end().end();
    }

    private static Html begin(String title, String width) {
        var html = new Html();
        html.start("html", "lang", "en").start("head");
        html.start("meta", "charset", "utf-8");
        html.start("meta", "name", "viewport", "content", "width=device-width, initial-scale=1");
        html.start("meta", "name", "color-scheme", "content", "light dark");
        html.element("title", title);
        html.start("link", "rel", "icon", "href", "assets/icon.svg");
        html.start("link", "rel", "stylesheet", "href", "assets/pages.css");
        html.element("script", "", "type", "module", "src", "assets/pages.js");
        html.end();
        html.start("body").start("main", "class", width);
        html.start("noscript")
                .element("p", "These pages need JavaScript.", "class", "message")
                .end();
        return html;
    }

    /** POST, so that a browser without the script never puts a password into an address. */
    private static void form(Html html, String id, String submit, List<Field> fields) {
        html.start("form", "id", id + "-form", "method", "post");
        html.element("p", "", "id", "message", "class", "message", "role", "alert", "aria-live", "assertive");
        fields.forEach(field -> field.write(html));
        html.element("button", submit, "type", "submit");
        html.end();
    }
}
