package io.oxicloud;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.methods;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaMethod;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.NullMarked;

/** The rules that {@link PackageTable} stands for, over the classes below any root package. */
final class PackageRules {
    /** Joins a transaction and writes down who did it; the actor is a fact there, and nobody's access is checked. */
    private static final Set<String> ACTOR_IS_A_FACT = Set.of("audit.Audit.record", "access.Grants.give");

    private static final Set<String> PROPERTY_READERS = Set.of(
            "java.lang.System.getenv",
            "java.lang.System.getProperty",
            "java.lang.System.getProperties",
            "java.lang.System.setProperty",
            "java.lang.System.setProperties",
            "java.lang.System.clearProperty",
            "java.lang.Boolean.getBoolean",
            "java.lang.Integer.getInteger",
            "java.lang.Long.getLong");

    private static final Set<String> COOKIE_READERS = Set.of(
            "jakarta.servlet.http.HttpServletRequest.getCookies",
            "jakarta.ws.rs.container.ContainerRequestContext.getCookies",
            "jakarta.ws.rs.core.HttpHeaders.getCookies");

    private final String root;

    PackageRules(String root) {
        this.root = root;
    }

    ArchRule everyPackageIsListed() {
        return classes().should(be("in a listed package", (type, report) -> {
            boolean description = type.getSimpleName().equals("package-info");
            if (!PackageTable.lists(area(type)) && !(description && area(type).isEmpty())) {
                report.accept(type.getName() + " is in a package that the table does not list");
            }
        }));
    }

    ArchRule everyPackageIsNullMarked() {
        return classes().should(be("in a package marked for NullAway", (type, report) -> {
            if (!type.getPackage().isAnnotatedWith(NullMarked.class)) {
                report.accept(type.getName() + " is in a package without @NullMarked");
            }
        }));
    }

    ArchRule importsAreListed() {
        return classes().should(be("importing only what the table lists", (type, report) -> {
            for (Dependency dependency : type.getDirectDependenciesFromSelf()) {
                JavaClass target = dependency.getTargetClass().getBaseComponentType();
                if (!target.isPrimitive() && !mayImport(area(type), target)) {
                    report.accept(dependency.getDescription());
                }
            }
        }));
    }

    ArchRule noCycles() {
        return slices().matching(root + ".(*)..").should().beFreeOfCycles();
    }

    /** Settings come from one place, so that they can be listed, checked and overridden in one way. */
    ArchRule onlyAppReadsTheSurroundings() {
        return classes().should(be("reading no property or environment variable", (type, report) -> {
            if (!area(type).equals(PackageTable.ROOT)) {
                calls(type, PROPERTY_READERS::contains, report);
            }
        }));
    }

    /** A test hands in its own clock; a hidden reading of the system's is a test that cannot be written. (Error Prone bans Date.) */
    ArchRule nobodyReadsTheClock() {
        return classes().should(be("asking an injected clock", (type, report) -> {
            boolean app = area(type).equals(PackageTable.ROOT);
            for (JavaAccess<?> access : type.getAccessesFromSelf()) {
                if (readsTheClock(access, app)) {
                    report.accept(access.getDescription());
                }
            }
        }));
    }

    /** Of two cookies of one name each reader of a library takes another one; ours is account.CookieHeader. */
    ArchRule nobodyReadsCookiesInAnotherWay() {
        return classes().should(be("asking CookieHeader", (type, report) -> {
            calls(type, COOKIE_READERS::contains, report);
            if (type.getDirectDependenciesFromSelf().stream()
                    .anyMatch(d -> d.getTargetClass().getName().equals("jakarta.ws.rs.CookieParam"))) {
                report.accept(type.getName() + " takes a @CookieParam");
            }
        }));
    }

    /** JAX-RS ends an answer that fails in its middle as if it was whole: see rest.Delivery, which takes an http.Body. */
    ArchRule bodiesAreNotStreamedByJaxRs() {
        return classes().should(be("answering with a Body where bytes are streamed", (type, report) -> {
            if (type.getDirectDependenciesFromSelf().stream()
                    .anyMatch(d -> d.getTargetClass().getName().equals("jakarta.ws.rs.core.StreamingOutput"))) {
                report.accept(type.getName() + " streams by JAX-RS; answer with an io.oxicloud.http.Body");
            }
        }));
    }

    ArchRule entitiesStayInside() {
        return classes().should(be("package-private if an entity", (type, report) -> {
            boolean entity = type.isAnnotatedWith("jakarta.persistence.Entity")
                    || type.isAnnotatedWith("jakarta.persistence.MappedSuperclass");
            if (entity && type.getModifiers().contains(JavaModifier.PUBLIC)) {
                report.accept(type.getName() + " is a public entity");
            }
        }));
    }

    /** A method begins a transaction for somebody or joins a running one. A private one is part of its caller. */
    ArchRule noMethodBeginsAndJoins() {
        return methods().should(new ArchCondition<>("take an Actor or a Tx.Scope, not both") {
            @Override
            public void check(JavaMethod method, ConditionEvents events) {
                boolean own = method.getModifiers().contains(JavaModifier.PRIVATE)
                        || method.getModifiers().contains(JavaModifier.SYNTHETIC);
                if (!own && takes(method, ".base.Actor") && takes(method, ".db.Tx$Scope") && !actorIsAFact(method)) {
                    events.add(SimpleConditionEvent.violated(method, method.getFullName() + " takes both"));
                }
            }
        });
    }

    private boolean takes(JavaMethod method, String type) {
        return method.getRawParameterTypes().stream().anyMatch(p -> p.isAssignableTo(root + type));
    }

    private boolean actorIsAFact(JavaMethod method) {
        String name = method.getOwner().getName() + "." + method.getName();
        return ACTOR_IS_A_FACT.contains(name.substring(root.length() + 1));
    }

    private boolean mayImport(String area, JavaClass target) {
        if (isOurs(target)) {
            return PackageTable.allows(area, area(target));
        }
        Optional<PackageTable.Library> library = PackageTable.LIBRARIES.stream()
                .filter(l -> target.getName().startsWith(l.prefix()))
                .findFirst();
        return library.isPresent() && library.get().isOpenTo(area);
    }

    private static boolean readsTheClock(JavaAccess<?> access, boolean app) {
        String owner = access.getTargetOwner().getName();
        String name = access.getTarget().getName();
        if (owner.equals("java.time.Clock")) {
            return !app && name.startsWith("system");
        }
        if (owner.startsWith("java.time.") && name.equals("now")) {
            return !access.getDescription().contains("(java.time.Clock)");
        }
        return owner.equals("java.lang.System") && name.equals("currentTimeMillis");
    }

    private static void calls(JavaClass type, Predicate<String> forbidden, Consumer<String> report) {
        type.getAccessesFromSelf().stream()
                .filter(a -> forbidden.test(
                        a.getTargetOwner().getName() + "." + a.getTarget().getName()))
                .forEach(a -> report.accept(a.getDescription()));
    }

    /** The package below the root: {@code files} for {@code io.oxicloud.files.zip.Plan}; empty for the root itself. */
    private String area(JavaClass type) {
        String below = type.getPackageName().substring(root.length());
        return below.isEmpty() ? "" : below.substring(1).split("\\.", 2)[0];
    }

    private boolean isOurs(JavaClass type) {
        return type.getPackageName().equals(root) || type.getPackageName().startsWith(root + ".");
    }

    private static ArchCondition<JavaClass> be(String what, BiConsumer<JavaClass, Consumer<String>> check) {
        return new ArchCondition<>("be " + what) {
            @Override
            public void check(JavaClass type, ConditionEvents events) {
                check.accept(type, text -> events.add(SimpleConditionEvent.violated(type, text)));
            }
        };
    }
}
