/** {@code java -jar oxicloud.war}: these classes lie at the root of the WAR and know nothing of the product inside it. */
@NullMarked
package io.oxicloud.app.launch;

import org.jspecify.annotations.NullMarked;
