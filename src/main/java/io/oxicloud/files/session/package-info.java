/** Uploads in pieces that survive a lost connection, a restart and a change of node: their rows, and what becomes of them. */
@NullMarked
package io.oxicloud.files.session;

import org.jspecify.annotations.NullMarked;
