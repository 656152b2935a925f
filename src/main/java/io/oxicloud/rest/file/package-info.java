/** Files and folders in JSON: what they look like, and the routes that read and change them. */
@NullMarked
package io.oxicloud.rest.file;

import org.jspecify.annotations.NullMarked;
