package io.oxicloud.benchmarks;

import io.oxicloud.chunk.UploadList.Listed;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;

/** Before: digests are texts, kept in a set and in lists, and the list that goes on is a copy. */
final class HexIngest implements IngestArm {
    @Override
    public String name() {
        return "before";
    }

    @Override
    public Upload list(IngestCorpus corpus) {
        Set<String> seen = new HashSet<>();
        List<Part> parts = new ArrayList<>();
        List<String> written = new ArrayList<>();
        int[] words = new int[8];
        byte[] bytes = new byte[4 * words.length];
        for (int i = 0; i < corpus.count(); i++) {
            corpus.digest(i, words);
            String hex = hex(words, bytes);
            if (seen.add(hex)) {
                written.add(hex);
            }
            parts.add(new Part(hex, corpus.chunkBytes()));
        }
        return new Kept(copy(parts), written);
    }

    private static String hex(int[] words, byte[] bytes) {
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) (words[i / 4] >>> (8 * (i % 4)));
        }
        return HexFormat.of().formatHex(bytes);
    }

    /** Copies entries, not texts: those are shared in Java. */
    private static List<Part> copy(List<Part> parts) {
        List<Part> copy = new ArrayList<>(parts.size());
        for (Part part : parts) {
            copy.add(new Part(part.digest(), part.size()));
        }
        return copy;
    }

    private record Part(String digest, int size) {}

    private record Kept(List<Part> parts, List<String> written) implements Upload {
        @Override
        public Listed listed() {
            return new Listed(
                    parts.stream().map(Part::digest).toList(),
                    parts.stream().map(Part::size).toList(),
                    written);
        }
    }
}
