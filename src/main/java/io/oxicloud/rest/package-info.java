/** The JSON API: parses requests, calls doors, writes answers. One class per resource family, one error table. */
@NullMarked
package io.oxicloud.rest;

import org.jspecify.annotations.NullMarked;
