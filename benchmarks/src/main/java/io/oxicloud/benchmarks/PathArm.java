package io.oxicloud.benchmarks;

import io.oxicloud.benchmarks.PathCorpus.Row;
import java.util.List;

/** A way to make of a row what a listing shows. */
interface PathArm {
    String name();

    Object listed(Row row);

    Seen seen(Object listed);

    /** Where what was made of a row lies, by names. */
    record Seen(String name, String path, List<String> segments) {}
}
