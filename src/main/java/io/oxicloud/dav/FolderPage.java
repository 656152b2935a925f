package io.oxicloud.dav;

import io.oxicloud.base.Actor;
import io.oxicloud.base.Page;
import io.oxicloud.dav.property.Place;
import io.oxicloud.dav.xml.XmlOutput;
import io.oxicloud.files.FileTree;
import io.oxicloud.files.Node;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What lies in a folder, as a page for a browser that was led here: names, sizes and times, read and sent page by page as
 * {@link PropfindListing} does it. Nothing in it runs, whatever the names are.
 */
final class FolderPage {
    static final String CONTENT_TYPE = "text/html; charset=utf-8";

    private static final int PAGE = 1_000;
    private static final String POLICY =
            "sandbox allow-downloads; default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
    private static final byte[] HEAD = XmlOutput.constant("<!DOCTYPE html>\n<html><head><meta charset=\"utf-8\">"
            + "<meta name=\"viewport\" content=\"width=device-width\"><title>");
    private static final byte[] LINK = XmlOutput.constant("\n<tr><td><a href=\"");
    private static final byte[] CELL = XmlOutput.constant("</td><td>");
    private static final byte[] END_ROW = XmlOutput.constant("</td></tr>");
    private static final byte[] FOOT = XmlOutput.constant("\n</tbody></table></body></html>\n");

    private final FileTree files;
    private final Actor actor;
    private final Place place;

    /** @param place of the folder */
    FolderPage(FileTree files, Actor actor, Place place) {
        this.files = files;
        this.actor = actor;
        this.place = place;
    }

    /** What a browser has to know of the page besides. A proxy that kept it would show it to others. */
    static void protect(DavResponse response) {
        response.setContentTypeHeader(CONTENT_TYPE);
        response.header("X-Content-Type-Options", "nosniff");
        response.header("Content-Security-Policy", POLICY);
        response.header("Referrer-Policy", "no-referrer");
        response.header("Cache-Control", "no-store");
    }

    /** The first page, of {@link #write}: what can fail should fail while there is still an answer to give. */
    Page<Node> first(Node folder) {
        return files.children(actor, folder, null, PAGE);
    }

    void write(OutputStream stream, Node folder, Page<Node> first) throws IOException {
        var out = new XmlOutput(stream, XmlOutput.LARGE);
        open(out, "/" + String.join("/", place.path()));
        if (!place.path().isEmpty()) {
            List<String> path = place.path();
            link(out, new Place(place.above(), path.subList(0, path.size() - 1)), "", true, "..");
            out.markup(CELL);
            out.markup(CELL);
            out.markup(END_ROW);
        }
        Page<Node> page = first;
        rows(out, page.items());
        for (String next = page.next(); next != null; next = page.next()) {
            out.flush();
            page = files.children(actor, folder, next, PAGE);
            rows(out, page.items());
        }
        out.markup(FOOT);
        out.drain();
    }

    private void rows(XmlOutput out, List<Node> nodes) throws IOException {
        for (Node node : nodes) {
            link(out, place, node.name(), node.folder(), null);
            out.markup(CELL);
            if (!node.folder()) {
                out.number(node.size());
            }
            out.markup(CELL);
            out.timestamp(node.modified());
            out.markup(END_ROW);
        }
    }

    private static void open(XmlOutput out, String title) throws IOException {
        out.markup(HEAD);
        out.text(title);
        out.markup("</title></head><body><h1>");
        out.text(title);
        out.markup("</h1><table><thead><tr><th>Name</th><th>Bytes</th><th>Changed</th></tr></thead><tbody>");
    }

    /** @param shown null for the name, with a slash if it is a folder's */
    private static void link(XmlOutput out, Place folder, String name, boolean slash, @Nullable String shown)
            throws IOException {
        out.markup(LINK);
        out.href(folder.href(true));
        out.segment(name);
        out.markup(slash && !name.isEmpty() ? "/\">" : "\">");
        out.text(shown == null ? name : shown);
        out.markup(shown == null && slash ? "/</a>" : "</a>");
    }
}
