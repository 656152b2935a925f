/** Settings: the one list of them, the places they come from, and which place wins. */
@NullMarked
package io.oxicloud.app.settings;

import org.jspecify.annotations.NullMarked;
