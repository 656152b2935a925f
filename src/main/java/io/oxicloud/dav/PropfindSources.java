package io.oxicloud.dav;

import io.oxicloud.dav.property.Catalogue;
import io.oxicloud.dav.property.FactLoader;
import io.oxicloud.drive.Drives;
import io.oxicloud.files.FileTree;

/** Where the properties in an answer come from. */
record PropfindSources(Drives drives, FileTree files, Catalogue catalogue, FactLoader facts) {}
