using System;
using System.Collections.Generic;
using UnityEditor;
using UnityEditor.Compilation;

namespace UnityTools.Bridge
{
    /// <summary>
    /// The first errors of the last script compilation. Unity only says that there are errors, so this listens from the
    /// domain load on. Errors that Unity found before it loaded any scripts are unknown.
    /// </summary>
    [InitializeOnLoad]
    internal static class CompileErrors
    {
        private const string Key = "UnityTools.Bridge.CompileErrors";
        private const int Most = 5;
        private const int LargestText = 1024;

        static CompileErrors()
        {
            CompilationPipeline.compilationStarted += Forget;
            CompilationPipeline.assemblyCompilationFinished += Add;
        }

        /// <summary>One line for each error; empty if none is known.</summary>
        internal static string[] First
        {
            get { return SessionState.GetString(Key, "").Split(new[] { '\n' }, StringSplitOptions.RemoveEmptyEntries); }
        }

        private static void Forget(object context)
        {
            SessionState.EraseString(Key);
        }

        private static void Add(string assembly, CompilerMessage[] messages)
        {
            List<string> lines = new List<string>(First);
            foreach (CompilerMessage message in messages)
            {
                if (message.type == CompilerMessageType.Error && lines.Count < Most)
                {
                    lines.Add(Surrogates.Cut(message.message.Replace('\n', ' ').Replace("\r", ""), LargestText));
                }
            }
            SessionState.SetString(Key, string.Join("\n", lines.ToArray()));
        }
    }
}
