package io.oxicloud.files.upload;

import io.oxicloud.base.ChunkSequence;
import io.oxicloud.base.Hash;
import io.oxicloud.chunk.cut.Blake3;
import io.oxicloud.chunk.cut.Bytes;
import io.oxicloud.chunk.cut.Chunker;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** One content as a client of the delta protocol sees it: cut and hashed by itself. */
public final class DeltaClient {
    private final byte[] content;
    private final List<Piece> pieces = new ArrayList<>();
    private int cut;

    public DeltaClient(byte[] content) {
        this.content = content;
        var chunker = new Chunker((length, words) -> {
            pieces.add(new Piece(Hash.ofWords(words.clone()), cut, length));
            cut += length;
        });
        chunker.update(new Bytes(content), 0, content.length);
        chunker.finish();
    }

    /** What {@code before} is after some bytes changed in their place, cut again only from there to where the cuts are the same. */
    public DeltaClient(DeltaClient before, byte[] content, int from, int to) {
        this.content = content;
        List<Piece> old = before.pieces;
        int first = 0;
        while (old.get(first).offset + old.get(first).length <= from) {
            pieces.add(old.get(first++));
        }
        cut = old.get(first).offset;
        Map<Integer, Integer> ends = new HashMap<>();
        for (int i = first; i < old.size(); i++) {
            if (old.get(i).offset + old.get(i).length >= to) {
                ends.put(old.get(i).offset + old.get(i).length, i + 1);
            }
        }
        var chunker = new Chunker((length, words) -> {
            if (cut < to || !ends.containsKey(cut)) {
                pieces.add(new Piece(Hash.ofWords(words.clone()), cut, length));
                cut += length;
            }
        });
        int at = cut;
        while (at < content.length && !(cut >= to && ends.containsKey(cut))) {
            int step = Math.min(64 << 10, content.length - at);
            chunker.update(new Bytes(content), at, step);
            at += step;
        }
        if (!(cut >= to && ends.containsKey(cut))) {
            chunker.finish();
        }
        pieces.addAll(old.subList(ends.getOrDefault(cut, old.size()), old.size()));
    }

    public record Piece(Hash hash, int offset, int length) {}

    public List<Piece> pieces() {
        return pieces;
    }

    public Hash hash() {
        return hash(content);
    }

    public static Hash hash(byte[] bytes) {
        var whole = new Blake3();
        whole.update(new Bytes(bytes), 0, bytes.length);
        int[] words = new int[8];
        whole.digest(words);
        return Hash.ofWords(words);
    }

    public ChunkSequence sequence() {
        var sequence = new ChunkSequence.Builder();
        pieces.forEach(piece -> sequence.add(piece.hash, piece.length));
        return sequence.build();
    }

    /** Those of its chunks that were asked for, as they are sent. */
    public byte[] frames(Collection<Hash> wanted) {
        var frames = new ByteArrayOutputStream();
        for (Hash hash : wanted) {
            Piece piece = pieces.stream()
                    .filter(one -> one.hash.equals(hash))
                    .findFirst()
                    .orElseThrow();
            frames.writeBytes(ByteBuffer.allocate(4).putInt(piece.length).array());
            frames.write(content, piece.offset, piece.length);
        }
        return frames.toByteArray();
    }
}
