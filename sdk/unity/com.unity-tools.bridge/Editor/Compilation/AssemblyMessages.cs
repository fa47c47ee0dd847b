using System.Collections.Generic;
using UnityEditor.Compilation;

namespace UnityTools.Bridge
{
    /// <summary>The messages of one assembly from the last time that it was compiled.</summary>
    internal sealed class AssemblyMessages
    {
        /// <summary>Maximum kept errors, and maximum kept warnings.</summary>
        internal const int Most = 200;

        internal readonly string Name;

        internal readonly List<CompilerDiagnostic> Errors = new List<CompilerDiagnostic>();
        internal readonly List<CompilerDiagnostic> Warnings = new List<CompilerDiagnostic>();

        /// <summary>All errors and warnings, also those that are not kept.</summary>
        internal long ErrorCount;
        internal long WarningCount;

        internal AssemblyMessages(string name)
        {
            Name = name;
        }

        internal static AssemblyMessages Of(string name, CompilerMessage[] messages)
        {
            AssemblyMessages all = new AssemblyMessages(name);
            foreach (CompilerMessage message in messages)
            {
                if (message.type == CompilerMessageType.Error)
                {
                    all.ErrorCount++;
                    Add(all.Errors, message);
                }
                else if (message.type == CompilerMessageType.Warning)
                {
                    all.WarningCount++;
                    Add(all.Warnings, message);
                }
            }
            return all;
        }

        /// <summary>Called when the assembly turned out to have none: the last compilation had no error at all.</summary>
        internal void DropErrors()
        {
            Errors.Clear();
            ErrorCount = 0;
        }

        internal string Write()
        {
            JsonWriter text = new JsonWriter().Object().Name("name").Text(Name);
            text.Name("errors").Count(ErrorCount).Name("warnings").Count(WarningCount).Name("kept").List();
            Errors.ForEach(one => one.Write(text));
            Warnings.ForEach(one => one.Write(text));
            return text.EndList().EndObject().ToString();
        }

        internal static AssemblyMessages Read(string text)
        {
            FrameMembers members = new FrameMembers("assembly", JsonReader.Read(text));
            AssemblyMessages all = new AssemblyMessages(members.Text("name"))
            {
                ErrorCount = members.Number("errors"),
                WarningCount = members.Number("warnings")
            };
            foreach (Json kept in members.Any("kept").Items)
            {
                CompilerDiagnostic one = CompilerDiagnostic.Read(kept);
                (one.IsError ? all.Errors : all.Warnings).Add(one);
            }
            return all;
        }

        private static void Add(List<CompilerDiagnostic> to, CompilerMessage message)
        {
            if (to.Count < Most)
            {
                to.Add(CompilerDiagnostic.Of(message));
            }
        }
    }
}
