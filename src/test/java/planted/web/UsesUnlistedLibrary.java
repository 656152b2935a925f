package planted.web;

import com.tngtech.archunit.core.domain.JavaClass;

interface UsesUnlistedLibrary {
    JavaClass type();
}
