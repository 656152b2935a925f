package planted.files;

import org.ehcache.Cache;

interface UsesEhcache {
    Cache<String, String> cache();
}
