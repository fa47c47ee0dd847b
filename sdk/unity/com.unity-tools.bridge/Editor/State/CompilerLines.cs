using System;
using System.Collections.Generic;
using UnityEditor.Compilation;

namespace UnityTools.Bridge
{
    /// <summary>
    /// Adds the messages of the script compiler to the console lines for the hosts. Unity writes them to its console by
    /// native code, and no source shows whether it raises the event for console lines. So they come from the compilation,
    /// and a console line with the same text is left out.
    /// </summary>
    internal sealed class CompilerLines
    {
        private const string Source = "compiler";

        private readonly object gate = new object();
        private readonly LogRing lines;
        private readonly Clock clock;

        /// <summary>How often the console may repeat a message of the last compilation.</summary>
        private readonly Dictionary<string, int> reported = new Dictionary<string, int>(StringComparer.Ordinal);

        internal CompilerLines(LogRing lines, Clock clock)
        {
            this.lines = lines;
            this.clock = clock;
        }

        internal void Listen()
        {
            CompilationPipeline.compilationStarted += Forget;
            CompilationPipeline.assemblyCompilationFinished += Add;
        }

        internal void Leave()
        {
            CompilationPipeline.compilationStarted -= Forget;
            CompilationPipeline.assemblyCompilationFinished -= Add;
        }

        /// <summary>Whether a line of the console repeats a message. Called from any thread, once for each line.</summary>
        internal bool Repeats(string text)
        {
            lock (gate)
            {
                int left;
                if (reported.Count == 0 || !reported.TryGetValue(text.Trim(), out left) || left == 0)
                {
                    return false;
                }
                reported[text.Trim()] = left - 1;
                return true;
            }
        }

        private void Forget(object context)
        {
            lock (gate)
            {
                reported.Clear();
            }
        }

        private void Add(string assembly, CompilerMessage[] messages)
        {
            foreach (CompilerMessage message in messages)
            {
                if (message.type == CompilerMessageType.Info)
                {
                    continue;
                }
                string text = message.message.Trim();
                lock (gate)
                {
                    int before;
                    reported.TryGetValue(text, out before);
                    reported[text] = before + 1;
                }
                lines.Add(new LogLine
                {
                    Level = message.type == CompilerMessageType.Error ? "error" : "warn",
                    Text = Placed(message, text),
                    TimeMs = clock.SinceEpoch,
                    Source = Source
                });
            }
        }

        /// <summary>The text with its place, which most compilers write themselves.</summary>
        private static string Placed(CompilerMessage message, string text)
        {
            bool hasPlace = string.IsNullOrEmpty(message.file) || text.Replace('\\', '/').IndexOf(message.file.Replace('\\', '/'), StringComparison.Ordinal) >= 0;
            return hasPlace ? text : message.file + "(" + message.line + "," + message.column + "): " + text;
        }
    }
}
