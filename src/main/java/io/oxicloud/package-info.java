/** OxiCloud, Java edition. The packages and who may import whom: {@code docs/architecture.md}. */
@NullMarked
package io.oxicloud;

import org.jspecify.annotations.NullMarked;
