package io.oxicloud.dav.xml;

import java.io.IOException;
import java.io.OutputStream;

/**
 * Writes a Multi-Status (RFC 4918 section 13) as it comes, in the order of its grammar: {@link #open}, then for each thing a
 * response with either a status or propstats in it, then {@link #close}. Inside, D stands for WebDAV and there is no default
 * namespace. For one answer; not thread-safe.
 */
public final class MultistatusWriter {
    /** Of the answer. */
    public static final String CONTENT_TYPE = "application/xml; charset=utf-8";

    private static final byte[] OPEN =
            XmlOutput.constant("<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<D:multistatus xmlns:D=\"DAV:\">");
    private static final byte[] CLOSE = XmlOutput.constant("\n</D:multistatus>\n");
    private static final byte[] RESPONSE = XmlOutput.constant("\n<D:response><D:href>");
    private static final byte[] END_HREF = XmlOutput.constant("</D:href>");
    private static final byte[] END_COLLECTION_HREF = XmlOutput.constant("/</D:href>");
    private static final byte[] END_RESPONSE = XmlOutput.constant("</D:response>");
    private static final byte[] PROPSTAT = XmlOutput.constant("<D:propstat><D:prop>");
    private static final byte[] END_PROP = XmlOutput.constant("</D:prop>");
    private static final byte[] END_PROPSTAT = XmlOutput.constant("</D:propstat>");

    private static final int FOUND = 200;
    /** How most propstats of a list end, in one piece. */
    private static final byte[] END_FOUND =
            XmlOutput.constant("</D:prop><D:status>HTTP/1.1 200 OK</D:status></D:propstat>");

    private final XmlOutput out;

    /** @param buffer its size: {@link XmlOutput#LARGE} for lists */
    public MultistatusWriter(OutputStream stream, int buffer) {
        out = new XmlOutput(stream, buffer);
    }

    /** For what this does not know: properties, errors, a synchronisation token. */
    public XmlOutput out() {
        return out;
    }

    public void open() throws IOException {
        out.markup(OPEN);
    }

    /** Begins the response about this. */
    public void response(Href href) throws IOException {
        out.markup(RESPONSE);
        out.href(href);
        out.markup(END_HREF);
    }

    /**
     * Begins the response about something in a folder.
     *
     * @param folder ends in a slash
     */
    public void response(Href folder, String name, boolean collection) throws IOException {
        out.markup(RESPONSE);
        out.href(folder);
        out.segment(name);
        out.markup(collection ? END_COLLECTION_HREF : END_HREF);
    }

    public void endResponse() throws IOException {
        out.markup(END_RESPONSE);
    }

    /** Begins a propstat; its properties come next. */
    public void propstat() throws IOException {
        out.markup(PROPSTAT);
    }

    public void endPropstat(int status) throws IOException {
        if (status == FOUND) {
            out.markup(END_FOUND);
            return;
        }
        out.markup(END_PROP);
        status(status);
        out.markup(END_PROPSTAT);
    }

    /** @param error the element inside of {@code DAV:error} that says which condition was not met */
    public void endPropstat(int status, String error) throws IOException {
        out.markup(END_PROP);
        status(status);
        error(error);
        out.markup(END_PROPSTAT);
    }

    /** The status of a whole response, in the place of propstats. */
    public void status(int status) throws IOException {
        out.markup(StatusLines.of(status));
    }

    /** After a {@link #status}: which condition was not met. */
    public void error(String condition) throws IOException {
        out.markup("<D:error>" + condition + "</D:error>");
    }

    /** Ends the document and hands all of it to the stream. */
    public void close() throws IOException {
        out.markup(CLOSE);
        out.drain();
    }
}
