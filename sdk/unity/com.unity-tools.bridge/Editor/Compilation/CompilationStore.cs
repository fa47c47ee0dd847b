using System;
using System.Collections.Generic;
using UnityEditor;

namespace UnityTools.Bridge
{
    /// <summary>
    /// What is known about the script compilations of this process, in Unity's session state: it survives domain reloads. An
    /// assembly that a later compilation does not touch keeps its messages.
    /// </summary>
    internal static class CompilationStore
    {
        private const string Prefix = "UnityTools.Bridge.Compilation.";
        private const string Assembly = Prefix + "Assembly.";
        private const string Names = Prefix + "Names";
        private const string StartedKey = Prefix + "Started";
        private const string FinishedKey = Prefix + "Finished";
        private const string LoadsKey = Prefix + "Loads";

        /// <summary>The compilations that have begun.</summary>
        internal static int Started
        {
            get { return SessionState.GetInt(StartedKey, 0); }
            set { SessionState.SetInt(StartedKey, value); }
        }

        /// <summary>The number of the last compilation that ended; a cancelled one never does.</summary>
        internal static int Finished
        {
            get { return SessionState.GetInt(FinishedKey, 0); }
            set { SessionState.SetInt(FinishedKey, value); }
        }

        /// <summary>Whether Unity loads assemblies after the last compilation.</summary>
        internal static bool LoadsAssemblies
        {
            get { return SessionState.GetBool(LoadsKey, false); }
            set { SessionState.SetBool(LoadsKey, value); }
        }

        /// <summary>The assemblies with messages: those that were compiled last first.</summary>
        internal static List<AssemblyMessages> Read()
        {
            List<AssemblyMessages> all = new List<AssemblyMessages>();
            foreach (string name in Known())
            {
                string text = SessionState.GetString(Assembly + name, "");
                if (text.Length > 0)
                {
                    all.Add(AssemblyMessages.Read(text));
                }
            }
            return all;
        }

        internal static void Write(List<AssemblyMessages> all)
        {
            foreach (string name in Known())
            {
                if (!all.Exists(one => one.Name == name))
                {
                    SessionState.EraseString(Assembly + name);
                }
            }
            all.ForEach(one => SessionState.SetString(Assembly + one.Name, one.Write()));
            SessionState.SetString(Names, string.Join("\n", all.ConvertAll(one => one.Name).ToArray()));
        }

        private static string[] Known()
        {
            return SessionState.GetString(Names, "").Split(new[] { '\n' }, StringSplitOptions.RemoveEmptyEntries);
        }
    }
}
