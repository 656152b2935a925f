package io.oxicloud.rest;

/** When cookies are marked {@code Secure}: always, never, or as the request came in. */
public enum CookieSecurity {
    AUTO {
        @Override
        boolean isSecure(boolean request) {
            return request;
        }
    },
    TRUE {
        @Override
        boolean isSecure(boolean request) {
            return true;
        }
    },
    FALSE {
        @Override
        boolean isSecure(boolean request) {
            return false;
        }
    };

    /** @param request whether the request came over https, or a trusted proxy says so */
    abstract boolean isSecure(boolean request);
}
