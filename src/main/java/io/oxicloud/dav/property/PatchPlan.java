package io.oxicloud.dav.property;

import io.oxicloud.base.CloudException;
import io.oxicloud.base.ErrorCode;
import io.oxicloud.dav.property.PropertyUpdate.Step;
import io.oxicloud.dav.xml.MultistatusWriter;
import io.oxicloud.dav.xml.XmlElement;
import io.oxicloud.dav.xml.XmlName;
import io.oxicloud.files.NodeTimes;
import io.oxicloud.files.PropertyChange;
import io.oxicloud.files.PropertyName;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What a PROPPATCH comes down to: what is to be stored, or, if one step cannot be done, which ones those are; then nothing is
 * to be stored (RFC 4918 section 9.2).
 */
public final class PatchPlan {
    private static final int DONE = 200;
    private static final int NOT_ALLOWED = 403;
    private static final int NO_SUCH_VALUE = 409;
    private static final int LEFT_OUT = 424;
    private static final String PROTECTED = "<D:cannot-modify-protected-property/>";
    /** Many times what a node may have: only what would be stored over and over again comes near. */
    private static final int MAX_MARKUP = 2 << 20;

    private static final Set<XmlName> CREATED =
            Set.of(XmlName.dav("creationdate"), new XmlName(CoreProperties.WINDOWS, "Win32CreationTime"));
    private static final Set<XmlName> MODIFIED = Set.of(
            XmlName.dav("getlastmodified"),
            XmlName.dav("lastmodified"), // so rclone and the clients of Nextcloud have it
            new XmlName(CoreProperties.WINDOWS, "Win32LastModifiedTime"));

    private final Catalogue catalogue;
    private final Map<XmlName, Integer> statuses = new LinkedHashMap<>();
    private final List<PropertyChange> changes = new ArrayList<>();
    private @Nullable Instant created;
    private @Nullable Instant modified;
    private int markup;
    private final boolean possible;

    /**
     * @param body of the request
     * @throws CloudException INVALID_INPUT if it asks for nothing; TOO_LARGE
     */
    public PatchPlan(Catalogue catalogue, Optional<XmlElement> body) {
        this(catalogue, PropertyUpdate.parse(body));
    }

    /**
     * For a folder that is to be made (RFC 5689).
     *
     * @param mkcol of the request; its resource type is for the caller to look at
     * @throws CloudException INVALID_INPUT; TOO_LARGE
     */
    public static PatchPlan ofNew(Catalogue catalogue, XmlElement mkcol) {
        return new PatchPlan(catalogue, PropertyUpdate.ofNew(mkcol));
    }

    private PatchPlan(Catalogue catalogue, List<Step> steps) {
        this.catalogue = catalogue;
        steps.forEach(step -> statuses.merge(step.property().name(), plan(step), Math::max));
        possible = statuses.values().stream().allMatch(status -> status == DONE);
        if (!possible) {
            statuses.replaceAll((name, status) -> status == DONE ? LEFT_OUT : status);
        }
    }

    /** @return the status of its property, as far as it can be said before anything is stored */
    private int plan(Step step) {
        XmlName name = step.property().name();
        boolean ofCreation = CREATED.contains(name);
        if (ofCreation || MODIFIED.contains(name)) {
            return step.removal() ? NOT_ALLOWED : time(step.property(), ofCreation);
        }
        if (catalogue.isReserved(name)) {
            return NOT_ALLOWED;
        }
        try {
            changes.add(new PropertyChange(
                    new PropertyName(name.namespace(), name.local()), step.removal() ? null : markup(step.property())));
            return DONE;
        } catch (CloudException e) {
            if (e.code() != ErrorCode.INVALID_INPUT) {
                throw e;
            }
            return NO_SUCH_VALUE;
        }
    }

    private int time(XmlElement property, boolean ofCreation) {
        Instant time = ClientTime.parse(property.text()).orElse(null);
        if (time == null) {
            return NO_SUCH_VALUE;
        }
        if (ofCreation) {
            created = time;
        } else {
            modified = time;
        }
        return DONE;
    }

    private String markup(XmlElement property) {
        String whole = property.markup();
        markup += whole.length();
        if (markup > MAX_MARKUP) {
            throw new CloudException(ErrorCode.TOO_LARGE, "these are too many properties, or too large ones");
        }
        return whole;
    }

    /** Whether all steps can be done, as far as it can be said before anything is stored. */
    public boolean isPossible() {
        return possible;
    }

    /** In the order of the document. */
    public List<PropertyChange> changes() {
        return List.copyOf(changes);
    }

    public NodeTimes times() {
        return new NodeTimes(created, modified);
    }

    /** Writes a propstat for each status that properties have. */
    public void writeTo(MultistatusWriter writer) throws IOException {
        for (int status : new int[] {DONE, NOT_ALLOWED, NO_SUCH_VALUE, LEFT_OUT}) {
            if (!statuses.containsValue(status)) {
                continue;
            }
            writer.propstat();
            for (Map.Entry<XmlName, Integer> each : statuses.entrySet()) {
                if (each.getValue() == status) {
                    writer.out().markup(each.getKey().emptyElement());
                }
            }
            if (status == NOT_ALLOWED) {
                writer.endPropstat(status, PROTECTED);
            } else {
                writer.endPropstat(status);
            }
        }
    }
}
