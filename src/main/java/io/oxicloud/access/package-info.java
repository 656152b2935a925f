/** May they: role grants, and the one place that decides a permission from them and a node's lineage. */
@NullMarked
package io.oxicloud.access;

import org.jspecify.annotations.NullMarked;
