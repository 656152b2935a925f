/** What a backend behind a network needs: repetition, many puts at a time, figures. */
@NullMarked
package io.oxicloud.blob.remote;

import org.jspecify.annotations.NullMarked;
