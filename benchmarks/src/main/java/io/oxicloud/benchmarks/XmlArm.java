package io.oxicloud.benchmarks;

import java.io.IOException;
import java.io.OutputStream;

/** A way to write a page of a listing as XML. */
interface XmlArm {
    String name();

    void write(OutputStream out) throws IOException;
}
