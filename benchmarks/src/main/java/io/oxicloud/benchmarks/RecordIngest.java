package io.oxicloud.benchmarks;

import io.oxicloud.base.Hash;
import io.oxicloud.blob.BlobName;
import io.oxicloud.chunk.UploadList.Listed;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** In between, for comparison: digests are objects in a map and a list, and the manifest is packed from the list. */
final class RecordIngest implements IngestArm {
    private static final int ENTRY_BYTES = Hash.LENGTH + 8;

    @Override
    public String name() {
        return "objects";
    }

    @Override
    public Upload list(IngestCorpus corpus) {
        Map<Hash, BlobName> settled = new HashMap<>();
        List<Piece> pieces = new ArrayList<>();
        List<Hash> written = new ArrayList<>();
        int[] words = new int[8];
        for (int i = 0; i < corpus.count(); i++) {
            corpus.digest(i, words);
            pieces.add(new Piece(Hash.ofWords(words), i, corpus.chunkBytes()));
        }
        for (Piece piece : pieces) {
            if (settled.putIfAbsent(piece.digest(), new BlobName(piece.digest(), 7)) == null) {
                written.add(piece.digest());
            }
        }
        List<Part> parts = new ArrayList<>();
        for (Piece piece : pieces) {
            parts.add(new Part(Objects.requireNonNull(settled.get(piece.digest())), piece.length()));
        }
        return new Kept(parts, pack(parts), written);
    }

    private static ByteBuffer pack(List<Part> parts) {
        ByteBuffer packed = ByteBuffer.allocate(parts.size() * ENTRY_BYTES);
        for (Part part : parts) {
            part.name().digest().writeTo(packed.array(), packed.position());
            packed.position(packed.position() + Hash.LENGTH)
                    .putInt(part.size())
                    .putInt(part.name().life());
        }
        return packed;
    }

    private record Piece(Hash digest, int offset, int length) {}

    private record Part(BlobName name, int size) {}

    private record Kept(List<Part> parts, ByteBuffer packed, List<Hash> written) implements Upload {
        @Override
        public Listed listed() {
            GateFailedException.check(
                    packed.capacity() == parts.size() * ENTRY_BYTES, "the manifest holds every chunk");
            return new Listed(
                    parts.stream().map(part -> part.name().digest().hex()).toList(),
                    parts.stream().map(Part::size).toList(),
                    written.stream().map(Hash::hex).toList());
        }
    }
}
