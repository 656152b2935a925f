package io.oxicloud.benchmarks;

import io.oxicloud.dav.property.PropertyPage;
import io.oxicloud.dav.xml.XmlBody;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/** After: the product's own writer. */
final class ProductXml implements XmlArm {
    private final PropfindCorpus corpus;
    private final PropertyPage page;

    ProductXml(PropfindCorpus corpus, String asked) throws IOException {
        this.corpus = corpus;
        var body = new ByteArrayInputStream(asked.getBytes(StandardCharsets.UTF_8));
        page = new PropertyPage(XmlBody.read(body).orElseThrow(), corpus.dead, PropfindCorpus.SPACE);
    }

    @Override
    public String name() {
        return "after";
    }

    @Override
    public void write(OutputStream out) throws IOException {
        page.write(out, corpus.nodes);
    }
}
