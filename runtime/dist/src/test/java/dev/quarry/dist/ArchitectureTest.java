package dev.quarry.dist;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;

import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;

import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * The arrows of the house, as the README draws them. Importing the classes is slow, so it is done
 * once.
 */
class ArchitectureTest {
    private static final JavaClasses QUARRY =
            new ClassFileImporter()
                    .withImportOption(new ImportOption.DoNotIncludeTests())
                    .importPackages("dev.quarry");

    @Test
    void blockLayerKnowsNeitherVertxNorQmpMessages() {
        noClasses()
                .that()
                .resideInAnyPackage("dev.quarry.block..", "dev.quarry.nbd..", "dev.quarry.posix..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(
                        "io.vertx..", "dev.quarry.qmp..", "dev.quarry.daemon..", "tools.jackson..")
                .check(QUARRY);
    }

    @Test
    void vertxStaysInTheDaemon() {
        noClasses()
                .that()
                .resideOutsideOfPackage("dev.quarry.daemon..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("io.vertx..")
                .check(QUARRY);
    }

    @Test
    void qmpServerKnowsNoDisks() {
        noClasses()
                .that()
                .resideInAPackage("dev.quarry.daemon.qmp..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("dev.quarry.block..", "dev.quarry.nbd..", "dev.quarry.posix..")
                .check(QUARRY);
    }

    @Test
    void clientLibraryAndShellStandAlone() {
        noClasses()
                .that()
                .resideInAnyPackage(
                        "dev.quarry.qmp..", "dev.quarry.qapi.generated..", "dev.quarry.shell..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(
                        "dev.quarry.block..",
                        "dev.quarry.nbd..",
                        "dev.quarry.posix..",
                        "dev.quarry.daemon..",
                        "org.slf4j..")
                .check(QUARRY);
    }

    @Test
    void foreignMemoryStaysInPosix() {
        noClasses()
                .that()
                .resideOutsideOfPackage("dev.quarry.posix..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("java.lang.foreign..")
                .check(QUARRY);
    }

    @Test
    void nobodyInterruptsThreads() {
        noClasses().should().callMethod(Thread.class, "interrupt").check(QUARRY);
    }

    @Test
    void onlyMainsPrint() {
        noClasses()
                .that()
                .doNotHaveSimpleName("Main")
                .should()
                .accessField(System.class, "out")
                .check(QUARRY);
    }

    @Test
    void packagesHaveNoCycles() {
        slices().matching("dev.quarry.(**)").should().beFreeOfCycles().check(QUARRY);
    }

    @Test
    void everyPackageIsNullMarked() throws ClassNotFoundException {
        var packages =
                QUARRY.stream()
                        .map(JavaClass::getPackageName)
                        .collect(Collectors.toCollection(TreeSet::new));
        assertFalse(packages.isEmpty(), "no class of ours was imported");
        var unmarked = new TreeSet<String>();
        for (String name : packages) {
            if (!isNullMarked(name)) {
                unmarked.add(name);
            }
        }
        assertEquals(new TreeSet<String>(), unmarked, "packages without @NullMarked");
    }

    private static boolean isNullMarked(String packageName) throws ClassNotFoundException {
        return Class.forName(packageName + ".package-info").isAnnotationPresent(NullMarked.class);
    }
}
