package io.oxicloud.benchmarks;

import io.oxicloud.benchmarks.PathCorpus.Row;
import io.oxicloud.files.ListingRow;
import java.util.List;

/** After: as the product's listings make it; the path is that of the ids, and names are taken as they are stored. */
final class ProductListing implements PathArm {
    private final PathCorpus corpus;

    ProductListing(PathCorpus corpus) {
        this.corpus = corpus;
    }

    @Override
    public String name() {
        return "after";
    }

    @Override
    public Object listed(Row row) {
        return row.columns().listed();
    }

    @Override
    public Seen seen(Object listed) {
        var node = ListingRow.node(listed);
        List<String> segments = ListingRow.path(node).stream().map(corpus::name).toList();
        return new Seen(node.name(), String.join("/", segments), segments);
    }
}
