package io.oxicloud.dav;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.oxicloud.base.CloudException;
import io.oxicloud.base.ErrorCode;
import io.oxicloud.dav.DavTarget.Drives;
import io.oxicloud.dav.DavTarget.InDrive;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DavPathTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = ' ',
            value = {
                "t%20%23:%3F3.txt t·#:?3.txt",
                "a+b a+b",
                "a%2Bb a+b",
                "a%25b a%b",
                "a%2525b a%25b",
                "a;b a;b",
                "a%3Bb a;b",
                "%C3%A4 ä",
                "a%CC%88 a\u0308",
                "%F0%9F%98%80 😀",
                "%6E n",
                "... ..."
            })
    void aSegmentDecodesToItsName(String raw, String name) {
        var path = DavPath.parse("/app/webdav/" + raw, "/app/webdav");

        assertEquals(List.of(name.replace('·', ' ')), path.segments());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/webdav/..",
                "/webdav/../api",
                "/webdav/%2e%2e/api",
                "/webdav/.%2E/",
                "/webdav/a/../..",
                "/webdav/a/%2E./%2e%2E/webdav/b",
                "/webdav/./../webdav/a",
                "/x/../webdav/a",
                "/x//../webdav/a",
                "/../webdav/a",
                "/webdav/.;/a",
                "/webdav/a/..;/b",
                "/webdav/a/%2e%2e;x/b",
                "/webdav/a/..%2f",
                "/webdav/..;/x",
                "/webdav/..;x=y/ben/",
                "/webdav/..%2Fben%2Fsecret.txt",
                "/webdav/a%2fb",
                "/webdav/..%5c",
                "/webdav/a\\b",
                "/webdav/%00",
                "/webdav/a%0d%0ab",
                "/webdav/%c0%ae",
                "/webdav/%E9",
                "/webdav/%ED%A0%80",
                "/webdav/%zz",
                "/webdav/%4",
                "/webdav/%",
                "/webdav/%+1",
                "/webdav/ä",
                "/other/a",
                "/",
                "/x/..;/webdav/a"
            })
    void whatIsNoPathIsRefused(String raw) {
        var thrown = assertThrows(CloudException.class, () -> DavPath.parse(raw, "/webdav"));

        assertEquals(ErrorCode.INVALID_INPUT, thrown.code());
    }

    @Test
    void bothSpellingsOfACollectionAreOnePath() {
        assertEquals(List.of(), DavPath.parse("/webdav", "/webdav").segments());
        assertEquals(List.of(), DavPath.parse("/webdav/", "/webdav").segments());
        assertEquals(
                List.of("a", "b"), DavPath.parse("/%77ebdav/a//b/", "/webdav").segments());
        assertTrue(DavPath.parse("/webdav/a/", "/webdav").slash());
        assertFalse(DavPath.parse("/webdav/a", "/webdav").slash());
    }

    /** RFC 3986 section 5.2.4: also encoded, for a dot is a dot in either spelling; encoded twice, they are a name. */
    @ParameterizedTest
    @CsvSource(
            delimiter = ' ',
            value = {
                "/webdav/./a a false",
                "/webdav/a/./b/../c a/c false",
                "/webdav/a/%2e%2E/b/%2e b true",
                "/webdav/a/b/.. a true",
                "/webdav/a/. a true",
                "/webdav/. '' true",
                "/webdav/a/../ '' true",
                "/webdav/a/b/../../c c false",
                "/webdav/a//../b a/b false",
                "/webdav/a//../../b b false",
                "/./webdav/a a false",
                "/webdav//../a a false",
                "/webdav/a/.../b a/.../b false",
                "/webdav/a/..b/.c a/..b/.c false",
                "/webdav/a/%252e%252e/b a/%2e%2e/b false"
            })
    void dotSegmentsLeadUpToTheMountPointAtMost(String raw, String path, boolean slash) {
        DavPath parsed = DavPath.parse(raw, "/webdav");

        assertEquals(path, String.join("/", parsed.segments()));
        assertEquals(slash, parsed.slash());
    }

    @Test
    void whatLeadsElsewhereIsNotBelow() {
        assertNull(DavPath.below("/other/a", "/webdav"));
        assertNull(DavPath.below("/other/a/../b", "/webdav"));
        assertThrows(CloudException.class, () -> DavPath.below("/webdav/../other/a", "/webdav"));
    }

    @Test
    void theFirstSegmentMaySelectADrive() {
        assertEquals(new InDrive(null, List.of(), true), target("/webdav/", "@drive"));
        assertEquals(new InDrive(null, List.of("a", "@drive"), false), target("/webdav/a/@drive", "@drive"));
        assertEquals(Drives.ALL, target("/webdav/@drive", "@drive"));
        assertEquals(Drives.ALL, target("/webdav/%40drive/", "@drive"));
        assertEquals(new InDrive("Team", List.of(), true), target("/webdav/@drive/Team/", "@drive"));
        assertEquals(new InDrive("Team", List.of("a", "b"), false), target("/webdav/@drive/Team/a/b", "@drive"));
    }

    @Test
    void withoutAPrefixTheFirstSegmentAlwaysIsADrive() {
        assertEquals(Drives.ALL, target("/webdav/", ""));
        assertEquals(new InDrive("Team", List.of("@drive"), false), target("/webdav/Team/@drive", ""));
    }

    private static DavTarget target(String uri, String prefix) {
        return DavTarget.of(DavPath.parse(uri, "/webdav"), prefix);
    }
}
