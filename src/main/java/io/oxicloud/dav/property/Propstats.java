package io.oxicloud.dav.property;

import io.oxicloud.dav.xml.MultistatusWriter;
import io.oxicloud.dav.xml.XmlName;
import io.oxicloud.dav.xml.XmlOutput;
import io.oxicloud.files.DeadProperty;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Writes the propstats of one thing after another: what it has, what it has not, and what could not be read. Goes over the
 * properties once for each, so that nothing has to be kept of a thing.
 */
final class Propstats {
    private static final int FOUND = 200;
    private static final int MISSING = 404;
    private static final int FAILED = 500;

    private final MultistatusWriter writer;
    private final XmlOutput out;
    private final PropertyPlan plan;
    private final LiveProperty.Context context;
    private boolean open;
    private boolean written;

    Propstats(MultistatusWriter writer, PropertyPlan plan, LiveProperty.Context context) {
        this.writer = writer;
        this.out = writer.out();
        this.plan = plan;
        this.context = context;
    }

    void write(Subject subject) throws IOException {
        written = false;
        boolean deadFailed = subject.failed().contains(Facet.DEAD_PROPERTIES);
        found(plan.offered(), subject);
        int found = found(plan.asked(), subject);
        foundDead(subject.deadProperties());
        end(FOUND);
        if (found < plan.asked().size()) {
            missing(plan.asked(), subject);
        }
        if (!deadFailed) {
            missingDead(subject.deadProperties());
        }
        constant(plan.nowhere());
        end(MISSING);
        if (!subject.failed().isEmpty()) {
            failed(plan.asked(), subject);
            constant(deadFailed ? plan.noneDead() : new byte[0]);
            end(FAILED);
        }
        if (!written) {
            begin(); // a response has a propstat at least
            end(FOUND);
        }
    }

    private void begin() throws IOException {
        if (!open) {
            writer.propstat();
            open = true;
        }
    }

    private void end(int status) throws IOException {
        if (open) {
            writer.endPropstat(status);
            open = false;
            written = true;
        }
    }

    private void constant(byte[] names) throws IOException {
        if (names.length > 0) {
            begin();
            out.markup(names);
        }
    }

    /** @return how many of them there are */
    private int found(List<LiveProperty> properties, Subject subject) throws IOException {
        int found = 0;
        for (int i = 0; i < properties.size(); i++) {
            LiveProperty each = properties.get(i);
            if (each.is(subject) && !each.failed(subject)) {
                begin();
                if (plan.namesOnly()) {
                    each.writeName(out);
                } else {
                    each.write(out, subject, context);
                }
                found++;
            }
        }
        return found;
    }

    private void missing(List<LiveProperty> properties, Subject subject) throws IOException {
        for (int i = 0; i < properties.size(); i++) {
            LiveProperty each = properties.get(i);
            if (!each.is(subject) && !each.failed(subject)) {
                begin();
                each.writeName(out);
            }
        }
    }

    private void failed(List<LiveProperty> properties, Subject subject) throws IOException {
        for (LiveProperty each : properties) {
            if (each.failed(subject)) {
                begin();
                each.writeName(out);
            }
        }
    }

    /** Those were loaded that are wanted, and no others. */
    private void foundDead(List<DeadProperty> dead) throws IOException {
        for (int i = 0; i < dead.size(); i++) {
            DeadProperty each = dead.get(i);
            begin();
            if (plan.namesOnly()) {
                out.markup(new XmlName(each.name().namespace(), each.name().name()).emptyElement());
            } else {
                out.markup(each.markup());
            }
        }
    }

    private void missingDead(List<DeadProperty> dead) throws IOException {
        if (dead.isEmpty()) {
            constant(plan.noneDead());
            return;
        }
        for (PropertyPlan.DeadName each : plan.dead()) {
            if (find(dead, each) == null) {
                begin();
                out.markup(each.element());
            }
        }
    }

    private static @Nullable DeadProperty find(List<DeadProperty> dead, PropertyPlan.DeadName wanted) {
        for (DeadProperty each : dead) {
            if (each.name().equals(wanted.name())) {
                return each;
            }
        }
        return null;
    }
}
