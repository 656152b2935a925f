package io.oxicloud.chunk;

import io.oxicloud.base.Hash;
import io.oxicloud.chunk.Findings.Found;
import io.oxicloud.db.Tx;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Finds out which files suffer from what was found, some for each finding. */
final class Owners {
    private static final int CONTENTS = 10;
    private static final int OWNERS = 10;

    private final Tx tx;
    private final ManifestWalk manifests;
    private final List<References> references;
    private final Map<Hash, List<References.Owner>> known = new HashMap<>();

    Owners(Tx tx, ManifestWalk manifests, List<References> references) {
        this.tx = tx;
        this.manifests = manifests;
        this.references = references;
    }

    List<Finding> name(List<Found> found) throws InterruptedException {
        Map<Hash, Set<Hash>> holders = holders(
                found.stream().map(Found::chunk).filter(Objects::nonNull).collect(Collectors.toSet()));
        List<Finding> named = new ArrayList<>();
        for (Found one : found) {
            Fsck.stopIfInterrupted();
            Set<Hash> contents = new TreeSet<>();
            if (one.content() != null) {
                contents.add(one.content());
            }
            if (one.chunk() != null) {
                contents.addAll(holders.getOrDefault(one.chunk(), Set.of()));
            }
            var owners =
                    contents.stream().flatMap(content -> of(content).stream()).limit(OWNERS);
            named.add(new Finding(one.kind(), one.what(), owners.toList()));
        }
        return named;
    }

    /** For each chunk some of the contents that hold it. */
    private Map<Hash, Set<Hash>> holders(Set<Hash> chunks) throws InterruptedException {
        Map<Hash, Set<Hash>> holders = new HashMap<>();
        if (!chunks.isEmpty()) {
            manifests.each((manifest, size) -> {
                for (int i = 0; i < manifest.count(); i++) {
                    if (chunks.contains(manifest.digest(i))) {
                        Set<Hash> some = holders.computeIfAbsent(manifest.digest(i), chunk -> new TreeSet<>());
                        if (some.size() < CONTENTS) {
                            some.add(manifest.digest());
                        }
                    }
                }
            });
        }
        return holders;
    }

    private List<References.Owner> of(Hash content) {
        return known.computeIfAbsent(
                content,
                key -> tx.read(
                        "fsck.owners",
                        scope -> references.stream()
                                .flatMap(shown -> shown.owners(scope, key, OWNERS).stream())
                                .limit(OWNERS)
                                .toList()));
    }
}
