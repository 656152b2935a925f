package io.oxicloud.web;

/**
 * Who looks at the start page.
 *
 * @param name how the person is called here: user name, else e-mail address
 */
record Visitor(String name, boolean admin, boolean external) {}
