using System;

namespace UnityEditor.Compilation
{
    /// <summary>Kind of an assembly.</summary>
    [Flags]
    public enum AssemblyFlags
    {
        None = 0,
        EditorAssembly = 1,
    }

    /// <summary>An assembly that the project's scripts compile into.</summary>
    // Follows Editor/Mono/Scripting/ScriptCompilation/CompilationPipeline.cs, class Assembly.
    public class Assembly
    {
        internal Assembly(string name, string outputPath, string[] sourceFiles, AssemblyFlags flags)
        {
            this.name = name;
            this.outputPath = outputPath;
            this.sourceFiles = sourceFiles;
            this.flags = flags;
        }

        public string name { get; private set; }

        public string outputPath { get; private set; }

        public string[] sourceFiles { get; private set; }

        public AssemblyFlags flags { get; private set; }
    }
}
