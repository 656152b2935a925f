package io.oxicloud;

import static org.junit.jupiter.api.Assertions.assertTrue;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.EvaluationResult;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The product keeps to its import table, and each rule of the table finds what was planted against it. */
class PackageTableTest {
    private static final JavaClasses PRODUCT = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("io.oxicloud");
    private static final JavaClasses PLANTED = new ClassFileImporter().importPackages("planted");

    static Stream<Case> rules() {
        return Stream.of(
                rule("listed", PackageRules::everyPackageIsListed, "planted.unlisted.Stray"),
                rule("null-marked", PackageRules::everyPackageIsNullMarked, "planted.unlisted.Stray"),
                rule(
                        "imports",
                        PackageRules::importsAreListed,
                        "Field <planted.access.LooksUp.tree> has type <planted.files.FileTree>",
                        "planted.files.UsesEhcache",
                        "planted.files.UsesJackson",
                        "planted.files.UsesMilton",
                        "planted.files.UsesNaming",
                        "planted.files.UsesServlets",
                        "planted.rest.UsesPersistence",
                        "planted.rest.UsesNimbus",
                        "planted.dav.UsesJaxRs",
                        "planted.web.UsesUnlistedLibrary"),
                rule("cycles", PackageRules::noCycles, "access -> ", "files -> "),
                rule(
                        "surroundings",
                        PackageRules::onlyAppReadsTheSurroundings,
                        "planted.files.ReadsSurroundings.environment",
                        "planted.files.ReadsSurroundings.property",
                        "planted.files.ReadsSurroundings.flag"),
                rule(
                        "clock",
                        PackageRules::nobodyReadsTheClock,
                        "planted.files.ReadsClock.instant",
                        "planted.files.ReadsClock.day",
                        "planted.files.ReadsClock.millis",
                        "planted.files.ReadsClock.system",
                        "planted.app.ReadsClock.instant"),
                rule(
                        "cookies",
                        PackageRules::nobodyReadsCookiesInAnotherWay,
                        "planted.rest.ReadsCookies.servlet",
                        "planted.rest.ReadsCookies takes a @CookieParam"),
                rule("bodies", PackageRules::bodiesAreNotStreamedByJaxRs, "planted.rest.StreamsByJaxRs"),
                rule("entities", PackageRules::entitiesStayInside, "planted.files.PublicEntity"),
                rule("begins and joins", PackageRules::noMethodBeginsAndJoins, "planted.files.BeginsAndJoins.both"));
    }

    private static Case rule(String name, Function<PackageRules, ArchRule> rule, String... planted) {
        return new Case(name, rule, List.of(planted));
    }

    /** A rule and what it must find below {@code planted}. */
    record Case(String name, Function<PackageRules, ArchRule> rule, List<String> planted) {
        EvaluationResult overPlanted() {
            return rule.apply(new PackageRules("planted")).evaluate(PLANTED);
        }

        @Override
        public String toString() {
            return name;
        }
    }

    @ParameterizedTest
    @MethodSource("rules")
    void theProductKeepsTheRule(Case rule) {
        rule.rule().apply(new PackageRules("io.oxicloud")).check(PRODUCT);
    }

    @ParameterizedTest
    @MethodSource("rules")
    void theRuleFindsWhatIsPlanted(Case rule) {
        String report = String.join("\n", rule.overPlanted().getFailureReport().getDetails());

        for (String violation : rule.planted()) {
            assertTrue(report.contains(violation), () -> violation + " was not found; the report is:\n" + report);
        }
    }

    @Test
    void nothingElseIsReportedInThePlantedPackages() {
        List<String> innocent = List.of("planted.files.Innocent", "planted.app.Innocent", "planted.audit.Audit");

        String report = rules().flatMap(r -> r.overPlanted().getFailureReport().getDetails().stream())
                .collect(Collectors.joining("\n"));

        innocent.forEach(name -> assertTrue(!report.contains(name), () -> name + " is reported:\n" + report));
    }
}
