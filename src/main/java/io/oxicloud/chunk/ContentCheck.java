package io.oxicloud.chunk;

import io.oxicloud.base.Hash;
import io.oxicloud.chunk.FsckRows.ManifestRow;
import io.oxicloud.db.Tx;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Invariant 1: rows that show contents, and the manifests they show. */
final class ContentCheck {
    private final Tx tx;
    private final FsckRows rows;
    private final List<References> references;
    private final Findings findings;

    ContentCheck(Tx tx, FsckRows rows, List<References> references, Findings findings) {
        this.tx = tx;
        this.rows = rows;
        this.references = references;
        this.findings = findings;
    }

    void run() throws InterruptedException {
        manifests();
        for (References shown : references) {
            shown(shown);
        }
    }

    private void manifests() throws InterruptedException {
        List<ManifestRow> page;
        @Nullable Hash after = null;
        do {
            Fsck.stopIfInterrupted();
            @Nullable Hash last = after;
            page = tx.read("fsck.manifests", scope -> rows.manifests(scope, last));
            findings.contents += page.size();
            findings.looked(page.size());
            List<Hash> digests = page.stream().map(ManifestRow::digest).toList();
            Map<Hash, Long> counted = tx.read("fsck.references", scope -> count(scope, digests));
            for (ManifestRow manifest : page) {
                after = manifest.digest();
                if (manifest.refs() != counted.getOrDefault(manifest.digest(), 0L)) {
                    recount(manifest.digest());
                }
            }
        } while (page.size() == FsckRows.PAGE);
    }

    /** Whoever makes or removes a row that shows a content changes the manifest's in the same transaction. */
    private void recount(Hash content) {
        String wrong = tx.retryingWrite("fsck.recount", scope -> {
            @Nullable Long refs = rows.lockManifest(scope, content).orElse(null);
            long counted = count(scope, List.of(content)).getOrDefault(content, 0L);
            return refs == null || refs == counted
                    ? ""
                    : "has " + refs + " references, but " + counted + " rows show it";
        });
        if (!wrong.isEmpty()) {
            findings.inContent(Finding.Kind.CONTENT_COUNT, content, wrong);
        }
    }

    private Map<Hash, Long> count(Tx.Scope scope, Collection<Hash> contents) {
        Map<Hash, Long> sums = new HashMap<>();
        for (References shown : references) {
            shown.count(scope, contents).forEach((content, count) -> sums.merge(content, count, Long::sum));
        }
        return sums;
    }

    private void shown(References shown) throws InterruptedException {
        List<Hash> page;
        @Nullable Hash after = null;
        do {
            Fsck.stopIfInterrupted();
            @Nullable Hash last = after;
            page = tx.read("fsck.shown", scope -> shown.page(scope, last, FsckRows.PAGE));
            List<Hash> contents = page;
            Set<Hash> kept = tx.read("fsck.kept", scope -> rows.kept(scope, contents));
            for (Hash content : page) {
                after = content;
                if (!kept.contains(content)) {
                    lookAgain(shown, content);
                }
            }
        } while (page.size() == FsckRows.PAGE);
    }

    /**
     * First the rows, then the manifest: it comes in one transaction with the first row and goes long after the last; then
     * the rows again under its lock.
     */
    private void lookAgain(References shown, Hash content) {
        tx.<Optional<Finding.Kind>>retryingWrite("fsck.look-again", scope -> {
                    if (shown.owners(scope, content, 1).isEmpty()) {
                        return Optional.empty();
                    }
                    Optional<Long> refs = rows.lockManifest(scope, content);
                    if (refs.isEmpty()) {
                        return Optional.of(Finding.Kind.CONTENT_MISSING);
                    }
                    boolean unkept =
                            refs.get() == 0 && !shown.owners(scope, content, 1).isEmpty();
                    return unkept ? Optional.of(Finding.Kind.CONTENT_COUNT) : Optional.empty();
                })
                .ifPresent(kind -> findings.inContent(
                        kind,
                        content,
                        kind == Finding.Kind.CONTENT_MISSING
                                ? "is shown and has no manifest"
                                : "is shown and has no reference"));
    }
}
