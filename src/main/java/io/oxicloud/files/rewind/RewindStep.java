package io.oxicloud.files.rewind;

/** What has to be done to one node. */
public enum RewindStep {
    /** Back out of the trash. */
    UNDELETE,
    /** Back to the folder and the name that it had. */
    PLACE,
    /** Back to the content that it had. */
    CONTENT,
    /** Into the trash: it was not there then, or lay in the trash. */
    DISCARD
}
