package io.oxicloud.benchmarks;

import io.oxicloud.chunk.UploadList;

/** After: as the product keeps them. */
final class ProductIngest implements IngestArm {
    @Override
    public String name() {
        return "after";
    }

    @Override
    public Upload list(IngestCorpus corpus) {
        var upload = new UploadList();
        int[] words = new int[8];
        for (int i = 0; i < corpus.count(); i++) {
            corpus.digest(i, words);
            upload.cut(corpus.chunkBytes(), words);
        }
        upload.settle();
        return upload::listed;
    }
}
