package io.oxicloud.benchmarks;

import io.oxicloud.chunk.UploadList.Listed;

/** A way to keep what an upload lists: its chunks in order, and which of them are new to it. */
interface IngestArm {
    String name();

    /** One upload. */
    Upload list(IngestCorpus corpus);

    /** What an arm kept of an upload. */
    interface Upload {
        Listed listed();
    }
}
