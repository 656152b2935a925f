package planted.files;

import java.util.List;
import planted.access.LooksUp;

/** The lawful half of the cycle. */
public final class FileTree {
    final List<LooksUp> lookers = List.of();
    final LooksUp[] more = new LooksUp[0];
}
