package io.oxicloud.dav;

import io.oxicloud.base.CloudException;
import io.oxicloud.base.ErrorCode;
import io.oxicloud.dav.xml.XmlBody;
import io.oxicloud.dav.xml.XmlElement;
import io.oxicloud.dav.xml.XmlName;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/** REPORT: whichever report the root element of the body names (RFC 3253 section 3.6). */
final class ReportMethod implements DavMethod {
    private final Map<XmlName, Report> reports;

    ReportMethod(List<Report> reports) {
        this.reports = reports.stream().collect(Collectors.toMap(Report::name, Function.identity()));
    }

    @Override
    public String[] getMethods() {
        return new String[] {"REPORT"};
    }

    @Override
    public void answer(DavRequest request, DavResponse response) throws IOException {
        XmlElement question = body(request);
        Report report = reports.get(question.name());
        if (report == null) {
            throw Refusal.SUPPORTED_REPORT.because("there is no such report here");
        }
        report.answer(request, response, question);
    }

    private static XmlElement body(DavRequest request) throws IOException {
        try (InputStream body = request.getInputStream()) {
            return XmlBody.read(body)
                    .orElseThrow(() -> new CloudException(ErrorCode.INVALID_INPUT, "the body must name a report"));
        }
    }
}
