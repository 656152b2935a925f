/** What stands around every request: its id, who the client really is, headers, the access line, the last resort; probes. */
@NullMarked
package io.oxicloud.app.http;

import org.jspecify.annotations.NullMarked;
