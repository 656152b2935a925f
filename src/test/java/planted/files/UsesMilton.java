package planted.files;

import io.milton.resource.Resource;

interface UsesMilton extends Resource {}
