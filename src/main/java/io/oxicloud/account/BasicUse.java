package io.oxicloud.account;

/**
 * What Basic credentials are presented for. The rules on it are in {@code SignIn.basic}.
 *
 * @param scope what an app password must cover
 * @param dav a DAV path: the only kind that takes the account's own password
 * @param admin an administration path: takes no Basic credentials at all
 */
public record BasicUse(Scope scope, boolean dav, boolean admin) {
    public static final BasicUse WEBDAV = new BasicUse(Scope.WEBDAV, true, false);
    public static final BasicUse CALDAV = new BasicUse(Scope.CALDAV, true, false);
    public static final BasicUse CARDDAV = new BasicUse(Scope.CARDDAV, true, false);
    public static final BasicUse API = new BasicUse(Scope.API, false, false);
    public static final BasicUse ADMIN = new BasicUse(Scope.API, false, true);

    public BasicUse {
        if (dav && admin) {
            throw new IllegalArgumentException("no administration over DAV");
        }
    }
}
