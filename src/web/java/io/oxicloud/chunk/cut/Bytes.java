package io.oxicloud.chunk.cut;

import org.teavm.jso.JSClass;
import org.teavm.jso.JSIndexer;
import org.teavm.jso.JSObject;
import org.teavm.jso.typedarrays.ArrayBuffer;
import org.teavm.jso.typedarrays.DataView;
import org.teavm.jso.typedarrays.Uint8Array;

/** Bytes to be cut and hashed; in a browser a Uint8Array, of which two views are made and no copy. */
public final class Bytes {
    private final Octets octets;
    private final DataView words;

    public Bytes(Uint8Array array) {
        octets = new Octets(array.getBuffer(), array.getByteOffset(), array.getLength());
        words = new DataView(array.getBuffer(), array.getByteOffset(), array.getLength());
    }

    /** The byte at {@code at}, from 0 to 255. */
    int octet(int at) {
        return octets.get(at);
    }

    /** The four bytes from {@code at} on, the first one lowest. */
    int word(int at) {
        return words.getInt32(at, true);
    }

    /** TeaVM's own type gives a short, which would be narrowed anew for every byte. */
    @JSClass(name = "Uint8Array")
    private static class Octets implements JSObject {
        Octets(ArrayBuffer buffer, int offset, int length) {}

        @JSIndexer
        native int get(int at);
    }
}
