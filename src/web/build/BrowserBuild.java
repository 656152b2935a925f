import java.io.File;
import java.util.List;
import org.teavm.backend.javascript.JSModuleType;
import org.teavm.tooling.ConsoleTeaVMToolLog;
import org.teavm.tooling.TeaVMProblemRenderer;
import org.teavm.tooling.TeaVMTargetType;
import org.teavm.tooling.builder.InProcessBuildStrategy;
import org.teavm.vm.TeaVMOptimizationLevel;

/** Makes JavaScript of the classes of the browser build. Arguments: main class, output folder, output file, class path. */
final class BrowserBuild {
    private BrowserBuild() {}

    public static void main(String[] arguments) throws Exception {
        var log = new ConsoleTeaVMToolLog(false);
        var build = new InProcessBuildStrategy();
        build.init();
        build.setLog(log);
        build.setMainClass(arguments[0]);
        build.setTargetDirectory(arguments[1]);
        build.setTargetFileName(arguments[2]);
        build.setClassPathEntries(List.of(arguments[3].split(File.pathSeparator)));
        build.setTargetType(TeaVMTargetType.JAVASCRIPT);
        build.setJsModuleType(JSModuleType.ES2015);
        build.setOptimizationLevel(TeaVMOptimizationLevel.FULL);
        build.setObfuscated(true);
        build.setMaxTopLevelNames(80_000);
        var result = build.build();
        TeaVMProblemRenderer.describeProblems(result.getCallGraph(), result.getProblems(), log);
        if (!result.getProblems().getProblems().isEmpty()) {
            System.exit(1);
        }
    }
}
