using System;
using System.Collections.Generic;
using System.IO;
using UnityDouble;
using UnityEngine;

namespace UnityEditor.Compilation
{
    /// <summary>Options of <see cref="CompilationPipeline.RequestScriptCompilation(RequestScriptCompilationOptions)"/>.</summary>
    [Flags]
    public enum RequestScriptCompilationOptions
    {
        None = 0,
        CleanBuildCache = 1 << 0,
    }

    /// <summary>Which assemblies <see cref="CompilationPipeline.GetAssemblies(AssembliesType)"/> returns.</summary>
    public enum AssembliesType
    {
        Editor = 0,
        Player = 1,
        PlayerWithoutTestAssemblies = 2,
    }

    /// <summary>Script compilation: its events, and the request of one.</summary>
    // Follows Editor/Mono/Scripting/ScriptCompilation/CompilationPipeline.cs: events, and which exceptions they log.
    public static class CompilationPipeline
    {
        private static object context;

        public static event Action<object> compilationStarted;

        public static event Action<object> compilationFinished;

        public static event Action<string, CompilerMessage[]> assemblyCompilationFinished;

        public static void RequestScriptCompilation()
        {
            RequestScriptCompilation(RequestScriptCompilationOptions.None);
        }

        /// <summary>Requests a compilation of the changed scripts; a domain reload follows if it has no errors.</summary>
        public static void RequestScriptCompilation(RequestScriptCompilationOptions options)
        {
            if (options == RequestScriptCompilationOptions.CleanBuildCache)
            {
                foreach (ScriptSources sources in ScriptSources.Find(Native.Options))
                {
                    sources.Forget();
                }
            }
            Native.Store.Compile.Request();
            Native.Store.Loop.Signal();
        }

        public static Assembly[] GetAssemblies()
        {
            return GetAssemblies(AssembliesType.Editor);
        }

        /// <summary>Returns the assemblies that the project's scripts compile into.</summary>
        public static Assembly[] GetAssemblies(AssembliesType assembliesType)
        {
            List<Assembly> assemblies = new List<Assembly>();
            foreach (ScriptSources sources in ScriptSources.Find(Native.Options))
            {
                bool isEditor = sources.Name == ScriptSources.Editor;
                if (sources.Files.Count > 0 && (assembliesType == AssembliesType.Editor || !isEditor))
                {
                    assemblies.Add(new Assembly(sources.Name, sources.Output, sources.Files.ToArray(), isEditor ? AssemblyFlags.EditorAssembly : AssemblyFlags.None));
                }
            }
            return assemblies.ToArray();
        }

        /// <summary>Returns the file name of the assembly into which a script compiles.</summary>
        public static string GetAssemblyNameFromScriptPath(string sourceFilePath)
        {
            foreach (ScriptSources sources in ScriptSources.Find(Native.Options))
            {
                if (sources.Files.Contains(sourceFilePath))
                {
                    return Path.GetFileName(sources.Output);
                }
            }
            return null;
        }

        internal static void RaiseStarted()
        {
            context = new object();
            Raise(delegate { compilationStarted?.Invoke(context); });
        }

        internal static void RaiseAssemblyFinished(string path, ScriptMessage[] messages)
        {
            Raise(delegate { assemblyCompilationFinished?.Invoke(path, Array.ConvertAll(messages, Convert)); });
        }

        internal static void RaiseFinished(ScriptMessage[] messages)
        {
            Raise(delegate { compilationFinished?.Invoke(context); });
            foreach (ScriptMessage message in messages)
            {
                if (!Settings.RaisesCompilerMessages)
                {
                    Native.Store.Channel.WriteEvent("log", "level", message.IsError ? "error" : "warning", "text", message.Text);
                }
                else if (message.IsError)
                {
                    Debug.LogError(message.Text);
                }
                else
                {
                    Debug.LogWarning(message.Text);
                }
            }
        }

        private static void Raise(Action raise)
        {
            Native.Call(raise);
        }

        private static CompilerMessage Convert(ScriptMessage message)
        {
            return new CompilerMessage
            {
                message = message.Text,
                file = message.File,
                line = message.Line,
                column = message.Column,
                type = message.IsError ? CompilerMessageType.Error : CompilerMessageType.Warning,
            };
        }
    }
}
