package io.oxicloud.dav.xml;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.oxicloud.base.CloudException;
import io.oxicloud.base.ErrorCode;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.net.ServerSocket;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class XmlBodyTest {
    private static final long SEED = 20260301;
    private static final String UPDATE =
            "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<D:a xmlns:D=\"DAV:\" xmlns:e=\"urn:e\" xml:lang=\"de\">"
                    + "<e:b c='1' e:c='2'>t<![CDATA[<x>]]>&amp;<f xmlns='urn:f'>\u00e4\ud83d\ude00</f></e:b><!-- no --></D:a>";

    @Test
    void anElementIsFoundByItsExpandedName() throws IOException {
        XmlElement root = read("<p:propfind xmlns:p='DAV:'><prop xmlns='DAV:'><x xmlns=''/>1<y/>2</prop></p:propfind>");

        assertEquals(XmlName.dav("propfind"), root.name());
        XmlElement prop = root.dav("prop").orElseThrow();
        assertEquals(new XmlName("", "x"), prop.children().get(0).name());
        assertTrue(prop.children().get(1).isDav("y"));
        assertEquals("12", prop.text());
        assertEquals(Optional.empty(), root.dav("x"));
    }

    @Test
    void anAttributeIsFoundByItsExpandedName() throws IOException {
        XmlElement b = read(UPDATE).children().get(0);

        assertEquals(Optional.of("1"), b.attribute(new XmlName("", "c")));
        assertEquals(Optional.of("2"), b.attribute(new XmlName("urn:e", "c")));
        assertEquals("t<x>&", b.text());
    }

    @Test
    void noBodyIsNoDocument() throws IOException {
        assertEquals(Optional.empty(), XmlBody.read(InputStream.nullInputStream()));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                " ",
                "x",
                "<a>",
                "<a></b>",
                "<a/><b/>",
                "<a b='1' b='2'/>",
                "<a b=1/>",
                "<a>&x;</a>",
                "<a>&#0;</a>",
                "<a>\u0001</a>",
                "<p:a/>",
                "<a p:b='1'/>",
                "<a xmlns:p=''/>",
                "<a xmlns:p=''><p:b/></a>",
                "<a xmlns:x='u' xmlns:y='u' x:b='1' y:b='2'/>",
                "<?xml version='1.1'?><a/>",
                "<?xml version='1.0' encoding='klingon'?><a/>",
                "<a><?xml version='1.0'?></a>",
                "<!DOCTYPE a><a/>",
                "<!DOCTYPE a [<!ENTITY b 'c'>]><a>&b;</a>",
                "<!DOCTYPE a [<!ENTITY % b SYSTEM 'http://127.0.0.1:9/'>%b;]><a/>"
            })
    void whatIsNoXmlWithNamespacesIsRefused(String body) {
        refused(ErrorCode.INVALID_INPUT, body);
    }

    @Test
    void bytesThatAreNoTextAreRefused() {
        byte[] wrong = {'<', 'a', '>', (byte) 0xc0, (byte) 0xae, '<', '/', 'a', '>'};
        byte[] cut = {'<', 'a', '>', (byte) 0xe2, (byte) 0x82, '<', '/', 'a', '>'};

        refused(ErrorCode.INVALID_INPUT, wrong);
        refused(ErrorCode.INVALID_INPUT, cut);
    }

    /** Whoever sends them would fill the log of the server. */
    @Test
    void nothingIsSaidOnTheConsoleOfBytesThatAreNoText() throws IOException {
        var said = new ByteArrayOutputStream();
        PrintStream console = System.err;
        System.setErr(new PrintStream(said, true, StandardCharsets.UTF_8));
        try {
            for (String body : List.of(
                    "\u00ff",
                    "<a>\u00e9</a>",
                    "<a b='\u00e9'/>",
                    "<a/>\u00e9",
                    "<a><![CDATA[\u00e9]]></a>",
                    "<?xml version='1.1'?><a>\u0085</a>",
                    "<?xml version='1.0' encoding='us-ascii'?><a>\u00e9</a>",
                    "<?xml version='1.0' encoding='utf-16'?><a/>",
                    "\u00fe\u00ff\u0000<\u0000a\u00d8\u0000",
                    "\u00ef\u00bb\u00bf<a>\u00ed\u00a0\u0080</a>",
                    "<a>" + "x".repeat(9_000) + "\u00e9</a>")) {
                refused(ErrorCode.INVALID_INPUT, body.getBytes(StandardCharsets.ISO_8859_1));
            }
            var random = new Random(SEED);
            for (int i = 0; i < 2_000; i++) {
                byte[] body = UPDATE.getBytes(StandardCharsets.UTF_8);
                body[random.nextInt(body.length)] = (byte) random.nextInt(256);
                readOrRefused(body);
            }
        } finally {
            System.setErr(console);
        }

        assertEquals("", said.toString(StandardCharsets.UTF_8));
    }

    private static void readOrRefused(byte[] body) throws IOException {
        try {
            XmlBody.read(new ByteArrayInputStream(body));
        } catch (CloudException e) {
            assertEquals(ErrorCode.INVALID_INPUT, e.code());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"UTF-8", "UTF-16", "UTF-16LE", "UTF-16BE", "ISO-8859-1", "windows-1252"})
    void aBodySaysItsOwnEncoding(String encoding) throws IOException {
        String text = "<?xml version='1.0' encoding='" + encoding + "'?><a>\u00e4</a>";

        XmlElement root = XmlBody.read(new ByteArrayInputStream(text.getBytes(Charset.forName(encoding))))
                .orElseThrow();

        assertEquals("\u00e4", root.text());
    }

    /** S-01. */
    @Test
    void nothingOutsideOfTheBodyIsOpened(@TempDir Path folder) throws Exception {
        Path secret = Files.writeString(folder.resolve("secret"), "secret");
        try (var server = new ServerSocket(0)) {
            server.setSoTimeout(1);
            String web = "http://127.0.0.1:" + server.getLocalPort() + "/";
            for (String outside : new String[] {secret.toUri().toString(), web}) {
                refused(ErrorCode.INVALID_INPUT, "<!DOCTYPE a SYSTEM '" + outside + "'><a/>");
                refused(ErrorCode.INVALID_INPUT, "<!DOCTYPE a [<!ENTITY x SYSTEM '" + outside + "'>]><a>&x;</a>");
                refused(ErrorCode.INVALID_INPUT, "<!DOCTYPE a [<!ENTITY % x SYSTEM '" + outside + "'>%x;]><a/>");
                XmlElement including = read(
                        "<i:include xmlns:i='http://www.w3.org/2001/XInclude' parse='text' href='" + outside + "'/>");
                assertEquals("", including.text());
                read("<a xmlns:xsi='http://www.w3.org/2001/XMLSchema-instance' xsi:schemaLocation='u " + outside
                        + "'/>");
                read("<?xml-stylesheet href='" + outside + "'?><a/>");
            }

            assertThrows(java.net.SocketTimeoutException.class, server::accept);
        }
    }

    @Test
    void entitiesCannotGrow() {
        String bomb = "<!DOCTYPE a [<!ENTITY x0 'ha'>"
                + "<!ENTITY x1 '&x0;&x0;&x0;&x0;'><!ENTITY x2 '&x1;&x1;&x1;&x1;'>]><a>&x2;</a>";

        refused(ErrorCode.INVALID_INPUT, bomb);
    }

    @Test
    void aBodyHasLimits() throws IOException {
        String filler = "x".repeat(XmlBody.MAX_BYTES - 7);
        assertEquals(filler, read("<a>" + filler + "</a>").text());
        refused(ErrorCode.TOO_LARGE, "<a>" + filler + "x</a>");

        read(nested(XmlTree.MAX_DEPTH));
        refused(ErrorCode.INVALID_INPUT, nested(XmlTree.MAX_DEPTH + 1));

        read("<a>" + "<b/>".repeat(XmlTree.MAX_ELEMENTS - 1) + "</a>");
        refused(ErrorCode.TOO_LARGE, "<a>" + "<b/>".repeat(XmlTree.MAX_ELEMENTS) + "</a>");

        read("<a" + attributes(XmlTree.MAX_ATTRIBUTES) + "/>");
        refused(ErrorCode.INVALID_INPUT, "<a" + attributes(XmlTree.MAX_ATTRIBUTES + 1) + "/>");
    }

    @Test
    void noMoreIsReadThanMayBe() throws IOException {
        long[] read = {0};
        var endless = new InputStream() {
            @Override
            public int read() {
                read[0]++;
                return ' ';
            }

            @Override
            public int read(byte[] target, int offset, int length) {
                read[0] += length;
                return length;
            }
        };

        assertEquals(
                ErrorCode.TOO_LARGE,
                assertThrows(CloudException.class, () -> XmlBody.read(endless)).code());
        assertEquals(XmlBody.MAX_BYTES + 1L, read[0]);
    }

    /** Whatever bytes come: an element or a refusal, never a fault. */
    @Test
    void damagedBodiesAreRefusedOrRead() {
        Random random = new Random(SEED);
        byte[] body = UPDATE.getBytes(StandardCharsets.UTF_8);
        for (int i = 0; i < 20_000; i++) {
            byte[] damaged = body.clone();
            for (int j = random.nextInt(4); j >= 0; j--) {
                damaged[random.nextInt(damaged.length)] =
                        random.nextBoolean() ? (byte) random.nextInt() : body[random.nextInt(body.length)];
            }
            try {
                XmlElement root =
                        XmlBody.read(new ByteArrayInputStream(damaged)).orElseThrow();
                assertFalse(root.markup().isEmpty());
            } catch (CloudException e) {
                assertEquals(ErrorCode.INVALID_INPUT, e.code());
            } catch (IOException e) {
                throw new AssertionError(e);
            }
        }
    }

    private static String nested(int depth) {
        return "<a>".repeat(depth) + "</a>".repeat(depth);
    }

    private static String attributes(int count) {
        var attributes = new StringBuilder(" xmlns:p='u'");
        for (int i = 1; i < count; i++) {
            attributes.append(" a").append(i).append("='1'");
        }
        return attributes.toString();
    }

    private static XmlElement read(String body) throws IOException {
        return XmlBody.read(new ByteArrayInputStream(body.getBytes(StandardCharsets.UTF_8)))
                .orElseThrow();
    }

    private static void refused(ErrorCode code, String body) {
        refused(code, body.getBytes(StandardCharsets.UTF_8));
    }

    private static void refused(ErrorCode code, byte[] body) {
        var refused = assertThrows(CloudException.class, () -> XmlBody.read(new ByteArrayInputStream(body)));
        assertEquals(code, refused.code());
    }
}
