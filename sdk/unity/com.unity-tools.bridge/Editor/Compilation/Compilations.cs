using System;
using System.Collections.Generic;
using System.IO;
using UnityEditor;
using UnityEditor.Compilation;

namespace UnityTools.Bridge
{
    /// <summary>
    /// Follows the script compilations of the editor. Unity itself only says whether there are errors, so this listens from
    /// the domain load on. Errors that Unity found before it loaded any scripts are unknown.
    /// </summary>
    [InitializeOnLoad]
    internal static class Compilations
    {
        private const int Most = 200;

        /// <summary>A part of the paths of assemblies that the editor loads, and not of those of a build.</summary>
        private const string OfEditor = "/ScriptAssemblies/";

        private static readonly List<AssemblyMessages> Running = new List<AssemblyMessages>();

        /// <summary>Whether the running compilation is for a build, which says nothing about the scripts of the editor.</summary>
        private static bool isBuild;

        static Compilations()
        {
            CompilationPipeline.compilationStarted += Start;
            CompilationPipeline.assemblyCompilationFinished += Add;
            CompilationPipeline.compilationFinished += Finish;
        }

        /// <summary>Whether a compilation runs. False in a new domain load: a cancelled compilation reports no end.</summary>
        internal static bool IsRunning { get; private set; }

        /// <summary>How many compilations have begun in this process.</summary>
        internal static long Started
        {
            get { return CompilationStore.Started; }
        }

        /// <summary>The number of the last compilation that ended, from 1.</summary>
        internal static long Finished
        {
            get { return CompilationStore.Finished; }
        }

        /// <summary>Whether the last compilation succeeded and changed assemblies, so that Unity loads them.</summary>
        internal static bool LoadsAssemblies
        {
            get { return CompilationStore.LoadsAssemblies; }
        }

        /// <summary>One line for each of the first errors; empty if none is known.</summary>
        internal static List<string> FirstErrors(int most)
        {
            List<string> lines = new List<string>();
            foreach (AssemblyMessages one in CompilationStore.Read())
            {
                lines.AddRange(one.Errors.ConvertAll(error => error.Line));
            }
            return lines.GetRange(0, Math.Min(most, lines.Count));
        }

        /// <summary>Writes the last result as `compilation` of the contract; null if there is none.</summary>
        internal static void Write(JsonWriter to)
        {
            bool fails = EditorUtility.scriptCompilationFailed;
            if (Finished == 0 && !fails)
            {
                to.Null();
                return;
            }
            List<CompilerDiagnostic> errors = new List<CompilerDiagnostic>();
            List<CompilerDiagnostic> warnings = new List<CompilerDiagnostic>();
            long total = 0;
            long failures = 0;
            foreach (AssemblyMessages one in CompilationStore.Read())
            {
                errors.AddRange(one.Errors);
                warnings.AddRange(one.Warnings);
                total += one.ErrorCount + one.WarningCount;
                failures += one.ErrorCount;
            }
            if (fails && failures == 0)
            {
                errors.Add(CompilerDiagnostic.Unexplained(Finished == 0
                    ? "the scripts had errors when the editor started, before the package could read them: the console of Unity lists them"
                    : "the compilation failed without an error of a compiler: the console of Unity says why"));
                total++;
                failures++;
            }
            errors.AddRange(warnings);
            to.Object().Name("succeeded").Bool(failures == 0).Name("total").Count(total).Name("diagnostics").List();
            errors.GetRange(0, Math.Min(Most, errors.Count)).ForEach(one => one.Write(to));
            to.EndList().EndObject();
        }

        private static void Start(object context)
        {
            Running.Clear();
            isBuild = BuildPipeline.isBuildingPlayer;
            if (isBuild)
            {
                return;
            }
            IsRunning = true;
            CompilationStore.Started++;
        }

        private static void Add(string assembly, CompilerMessage[] messages)
        {
            if (!assembly.Replace('\\', '/').Contains(OfEditor))
            {
                isBuild = true;
            }
            else
            {
                Running.Add(AssemblyMessages.Of(Path.GetFileNameWithoutExtension(assembly), messages));
            }
        }

        private static void Finish(object context)
        {
            IsRunning = false;
            if (isBuild)
            {
                return;
            }
            bool failed = Running.Exists(one => one.ErrorCount > 0);
            List<AssemblyMessages> all = new List<AssemblyMessages>(Running);
            List<AssemblyMessages> untouched = CompilationStore.Read().FindAll(one => !all.Exists(other => other.Name == one.Name));
            if (failed)
            {
                RemoveGone(untouched);
            }
            else
            {
                // Unity reports no assembly whose file is the same as before, also if it had errors in between.
                untouched.ForEach(one => one.DropErrors());
            }
            all.AddRange(untouched);
            CompilationStore.Write(all.FindAll(one => one.ErrorCount + one.WarningCount > 0));
            CompilationStore.LoadsAssemblies = !failed && Running.Count > 0;
            CompilationStore.Finished = CompilationStore.Started;
            Running.Clear();
        }

        /// <summary>Forgets assemblies whose last script was removed, which Unity never compiles again.</summary>
        private static void RemoveGone(List<AssemblyMessages> untouched)
        {
            if (untouched.Count > 0)
            {
                Assembly[] now = CompilationPipeline.GetAssemblies(AssembliesType.Editor);
                untouched.RemoveAll(one => !Array.Exists(now, assembly => assembly.name == one.Name));
            }
        }
    }
}
