/** The WebDAV edge: parses requests, calls the doors of files and drives, writes answers. Milton's types end here. */
@NullMarked
package io.oxicloud.dav;

import org.jspecify.annotations.NullMarked;
