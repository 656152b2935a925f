package io.oxicloud.web;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What must hold for every page, whatever it says. */
class PagesTest {
    static Stream<String> pages() {
        return Stream.of(
                Pages.setUp(),
                Pages.signIn(),
                Pages.home(new Visitor("anna", true, false), false),
                Pages.home(new Visitor("anna", false, false), true),
                Pages.home(new Visitor("guest@example.com", false, true), false),
                Pages.unavailable());
    }

    private static List<String> all(String page, String pattern) {
        return Pattern.compile(pattern)
                .matcher(page)
                .results()
                .map((MatchResult match) -> match.group(1))
                .toList();
    }

    @ParameterizedTest
    @MethodSource("pages")
    void addressesAreRelativeSoThatAnyContextPathWorks(String page) {
        List<String> addresses = all(page, " (?:href|src|action)=\"([^\"]*)\"");

        assertFalse(addresses.isEmpty());
        assertTrue(addresses.stream().allMatch(address -> address.matches("[a-z].*") && !address.contains(":")), page);
    }

    @ParameterizedTest
    @MethodSource("pages")
    void nothingIsThatThePolicyForbids(String page) {
        assertEquals(List.of(), all(page, "( style=| on[a-z]+=|<style)"));
        assertEquals(
                all(page, "(<script)").size(),
                all(page, "<script[^>]*( src=\"[^\"]+\")></script>").size());
    }

    @ParameterizedTest
    @MethodSource("pages")
    void everyInputHasALabelAndEveryReferenceItsGoal(String page) {
        List<String> ids = all(page, " id=\"([^\"]*)\"");

        assertEquals(all(page, "<input id=\"([^\"]*)\""), all(page, "<label for=\"([^\"]*)\""));
        assertEquals(ids.size(), ids.stream().distinct().count(), "an id stands twice");
        assertTrue(ids.containsAll(all(page, " aria-(?:describedby|labelledby)=\"([^\"]*)\"")), page);
    }

    @ParameterizedTest
    @MethodSource("pages")
    void pageHasLanguageTitleAndOneMainHeading(String page) {
        assertTrue(page.contains("<html lang=\"en\">"));
        assertEquals(1, all(page, "<title>([^<]+)</title>").size());
        assertEquals(1, all(page, "<h1>([^<]+)</h1>").size());
    }

    @Test
    void nameOfTheVisitorIsEscaped() {
        String page = Pages.home(new Visitor("<script>alert(1)</script>", false, false), false);

        assertFalse(page.contains("<script>alert"));
        assertTrue(page.contains("&lt;script&gt;alert(1)"));
    }

    @Test
    void theScriptLearnsWherePathsBeginWithADrive() {
        var anna = new Visitor("anna", false, false);

        assertTrue(Pages.home(anna, true).contains("data-drives-by-name"));
        assertFalse(Pages.home(anna, false).contains("data-drives-by-name"));
    }

    @Test
    void formsNeverPutAPasswordIntoAnAddress() {
        for (String page : List.of(Pages.setUp(), Pages.signIn())) {
            assertEquals(List.of("post"), all(page, "<form[^>]* method=\"([a-z]+)\""));
        }
    }
}
