package io.oxicloud.chunk.cut;

import org.teavm.jso.JSExportClasses;

/** Names what the built module exports. */
@JSExportClasses(Cutter.class)
public final class Exports {
    private Exports() {}
}
