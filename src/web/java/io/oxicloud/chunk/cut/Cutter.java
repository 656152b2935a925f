package io.oxicloud.chunk.cut;

import org.teavm.jso.JSExport;
import org.teavm.jso.JSFunctor;
import org.teavm.jso.JSObject;
import org.teavm.jso.typedarrays.Uint8Array;

/**
 * What {@code assets/chunker.js} exports: cuts a content, as the server does, and hashes its chunks and the whole.
 *
 * <pre>
 * import {Cutter} from "./chunker.js";
 * const cutter = new Cutter((length, digest) => ...); // each chunk as soon as its end is known; 32 bytes of its own
 * cutter.update(bytes);                               // a Uint8Array of any length, any number of times
 * const digest = cutter.finish();                     // ends the last chunk; 32 bytes, of the whole content
 * </pre>
 *
 * <p>A finished cutter is ready for the next content. {@code update} works as long as it takes, so that it belongs in a
 * Worker; pieces of about 1 MiB suit it. It keeps nothing of the array. If the callback throws, the cutter is of no more
 * use.
 */
public final class Cutter {
    private final int[] digest = new int[8];
    private final Blake3 whole = new Blake3();
    private final Chunker chunker;

    @JSExport
    public Cutter(Found found) {
        chunker = new Chunker((length, chunkDigest) -> found.chunk(length, octets(chunkDigest)));
    }

    @JSExport
    public void update(Uint8Array array) {
        var in = new Bytes(array);
        chunker.update(in, 0, array.getLength());
        whole.update(in, 0, array.getLength());
    }

    @JSExport
    public Uint8Array finish() {
        chunker.finish();
        whole.digest(digest);
        whole.reset();
        return octets(digest);
    }

    private static Uint8Array octets(int[] words) {
        var octets = new Uint8Array(4 * words.length);
        for (int i = 0; i < octets.getLength(); i++) {
            octets.set(i, (short) (words[i >> 2] >>> (8 * (i & 3)) & 0xFF));
        }
        return octets;
    }

    /** The callback. */
    @JSFunctor
    public interface Found extends JSObject {
        void chunk(int length, Uint8Array digest);
    }
}
