/** XML as WebDAV speaks it: request bodies in, answers out. Knows nothing of files or servlets. */
@NullMarked
package io.oxicloud.dav.xml;

import org.jspecify.annotations.NullMarked;
