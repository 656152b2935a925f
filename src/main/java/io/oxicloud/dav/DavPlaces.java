package io.oxicloud.dav;

import io.oxicloud.dav.DavTarget.InDrive;
import io.oxicloud.dav.property.Place;
import java.util.ArrayList;
import java.util.List;

/** The addresses of what a request is about, in the spelling that its client chose: clients compare them with their own. */
final class DavPlaces {
    static Place of(DavRequest request, InDrive target, DavSettings settings) {
        String drive = target.drive();
        if (drive == null) {
            return new Place(mount(request), target.path());
        }
        List<String> above = new ArrayList<>(drives(request, settings).above());
        above.add(drive);
        return new Place(above, target.path());
    }

    /** Of the list of drives. */
    static Place drives(DavRequest request, DavSettings settings) {
        List<String> above = new ArrayList<>(mount(request));
        if (!settings.drivePrefix().isEmpty()) {
            above.add(settings.drivePrefix());
        }
        return new Place(above, List.of());
    }

    /** Names above everything that is served by this application. */
    static List<String> context(DavRequest request) {
        String mount = request.mount();
        int context = mount.length() - request.mountInContext().length();
        return DavPath.parse(mount.substring(0, context), "").segments();
    }

    private static List<String> mount(DavRequest request) {
        return DavPath.parse(request.mount(), "").segments();
    }

    private DavPlaces() {}
}
