package dev.onceward.server;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.conditions.ArchPredicates.are;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.fields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.GeneralCodingRules.ACCESS_STANDARD_STREAMS;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.core.domain.JavaMethodCall;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.lang.ArchRule;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.Future;
import java.util.stream.Stream;

/**
 * The rules of the server's structure, for any root package: the server's own, and that of a house
 * that breaks each of them.
 */
final class Architecture {
  private final String root;

  Architecture(String root) {
    this.root = root;
  }

  List<ArchRule> rules() {
    return Stream.of(arrows(), drivers(), shapes(), habits()).flatMap(List::stream).toList();
  }

  /** Who may use whom of ours. */
  private List<ArchRule> arrows() {
    return List.of(
        onlyUses("record"),
        onlyUses("kv"),
        onlyUses("kv.fdb..", "kv"),
        onlyUses("kv.rocks..", "kv"),
        onlyUses("kv.sim..", "kv"),
        onlyUses("store..", "record", "kv"),
        onlyUses("lane..", "store..", "record", "kv"),
        onlyUses("lifecycle..", "store..", "record", "kv"),
        onlyUses("rpc..", "lane..", "store..", "record"),
        httpSeesOnlyObservers(),
        noClasses()
            .that()
            .resideInAPackage(root + ".*..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage(root)
            .because("the root package wires the others; nobody knows the wiring"),
        slices().matching(root + ".(**)").should().beFreeOfCycles());
  }

  private ArchRule onlyUses(String user, String... used) {
    String[] allowed =
        Stream.concat(Stream.of(user), Stream.of(used)).map(this::in).toArray(String[]::new);
    return noClasses()
        .that()
        .resideInAPackage(in(user))
        .should()
        .dependOnClassesThat(resideInAPackage(root + "..").and(not(resideInAnyPackage(allowed))))
        .as(user + " uses nothing of ours but " + List.of(used))
        .allowEmptyShould(true); // while the package is still to come
  }

  private ArchRule httpSeesOnlyObservers() {
    DescribedPredicate<JavaClass> told =
        describe(
            "observer interfaces and the enums that they speak of",
            type -> type.isEnum() || (type.isInterface() && type.getName().endsWith("Observer")));
    return noClasses()
        .that()
        .resideInAPackage(in("http.."))
        .should()
        .dependOnClassesThat(
            resideInAPackage(root + "..")
                .and(not(resideInAnyPackage(in("http.."), in("record"))))
                .and(not(told)))
        .as("http is told by observers and looks at nothing else of ours")
        .allowEmptyShould(true); // while the package is still to come
  }

  /** Who may use which library. */
  private List<ArchRule> drivers() {
    return List.of(
        classes()
            .that()
            .resideInAPackage(in("record"))
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage(in("record"), "java..", "org.jspecify..")
            .because("decisions are pure"),
        reservedFor("kv.fdb..", "com.apple.foundationdb", "com.apple.foundationdb.async.."),
        reservedFor("kv.rocks..", "org.rocksdb.."),
        reservedFor("store..", root + ".store.proto.."),
        noClasses()
            .that()
            .resideInAnyPackage(
                in("record"), in("kv.."), in("store.."), in("lane.."), in("lifecycle.."))
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("io.grpc..", "dev.onceward.v1..")
            .because("the public contract ends in rpc"),
        noClasses()
            .that()
            .resideOutsideOfPackages(in("http.."), root)
            .should()
            .dependOnClassesThat()
            .resideInAPackage("io.micrometer..")
            .because("the others tell observers"));
  }

  private ArchRule reservedFor(String user, String... library) {
    return noClasses()
        .that()
        .resideOutsideOfPackage(in(user))
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(library)
        .as(List.of(library) + " is used by " + user + " only");
  }

  /** What classes look like. */
  private List<ArchRule> shapes() {
    DescribedPredicate<JavaClass> generated = resideInAPackage(root + ".store.proto..");
    return List.of(
        noClasses()
            .should()
            .resideInAnyPackage("..util..", "..common..", "..impl..", "..helper..", "..misc.."),
        noClasses()
            .should()
            .haveNameMatching(".*(Manager|Helper|Utils?|Impl)")
            .because("names say what a thing is"),
        classes()
            .that(are(not(generated)))
            .and(are(describe("named classes", type -> !type.isAnonymousClass())))
            .and()
            .areNotInterfaces()
            .and()
            .areNotEnums()
            .should()
            .haveModifier(JavaModifier.FINAL)
            .orShould()
            .haveModifier(JavaModifier.ABSTRACT),
        fields()
            .that(describe("public or static", Architecture::isShared))
            .and()
            .areDeclaredInClassesThat(not(generated))
            .should()
            .beFinal());
  }

  private static boolean isShared(JavaField field) {
    return field.getModifiers().contains(JavaModifier.PUBLIC)
        || field.getModifiers().contains(JavaModifier.STATIC);
  }

  /** What no code does. */
  private List<ArchRule> habits() {
    return List.of(
        noClasses()
            .that()
            .resideOutsideOfPackage(root)
            .should()
            .callMethodWhere(describe("blocks on a future", Architecture::blocks)),
        noClasses()
            .should()
            .callMethodWhere(
                describe("leaves it to a default which thread goes on", Architecture::isAimless)),
        noClasses()
            .that()
            .resideOutsideOfPackage(root)
            .should(ACCESS_STANDARD_STREAMS)
            .because("logs go through slf4j"));
  }

  private static boolean blocks(JavaMethodCall call) {
    return call.getTargetOwner().isAssignableTo(Future.class)
        && (call.getName().equals("get") || call.getName().equals("join"));
  }

  private static boolean isAimless(JavaMethodCall call) {
    return call.getTargetOwner().isAssignableTo(CompletableFuture.class)
        && call.getName().endsWith("Async")
        && call.getTarget().getRawParameterTypes().stream()
            .noneMatch(type -> type.isEquivalentTo(Executor.class));
  }

  private String in(String name) {
    return root + "." + name;
  }
}
