package io.oxicloud.dav.property;

import io.oxicloud.base.CloudException;
import io.oxicloud.base.ErrorCode;
import io.oxicloud.dav.xml.XmlElement;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The steps of a PROPPATCH in the order of the document (RFC 4918 sections 9.2 and 14.19). */
final class PropertyUpdate {
    /**
     * One property to be set or taken away.
     *
     * @param property its element; what it holds says nothing if it is to be taken away
     */
    record Step(XmlElement property, boolean removal) {}

    /** @throws CloudException INVALID_INPUT if the body asks for nothing */
    static List<Step> parse(Optional<XmlElement> body) {
        XmlElement root = body.filter(each -> each.isDav("propertyupdate"))
                .orElseThrow(() -> refused("the body must be a propertyupdate element"));
        List<Step> steps = new ArrayList<>();
        for (XmlElement each : root.children()) {
            if (each.isDav("set") || each.isDav("remove")) {
                XmlElement prop =
                        each.dav("prop").orElseThrow(() -> refused("set and remove have a prop element in them"));
                boolean removal = each.isDav("remove");
                prop.children().forEach(property -> steps.add(new Step(property, removal)));
            }
        }
        if (steps.isEmpty()) {
            throw refused("a propertyupdate element names a property");
        }
        return steps;
    }

    /** What a MKCOL wants to set; that it wants a folder is no step. */
    static List<Step> ofNew(XmlElement mkcol) {
        List<Step> steps = new ArrayList<>();
        for (XmlElement set : mkcol.children()) {
            if (set.isDav("set")) {
                set.dav("prop").orElseThrow(() -> refused("set has a prop element in it")).children().stream()
                        .filter(property -> !property.isDav("resourcetype"))
                        .forEach(property -> steps.add(new Step(property, false)));
            }
        }
        return steps;
    }

    private static CloudException refused(String why) {
        return new CloudException(ErrorCode.INVALID_INPUT, why);
    }

    private PropertyUpdate() {}
}
