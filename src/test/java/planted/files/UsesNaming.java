package planted.files;

import javax.naming.Context;

interface UsesNaming {
    Context names();
}
