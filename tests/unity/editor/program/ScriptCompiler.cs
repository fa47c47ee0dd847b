using System;
using System.Collections.Generic;
using System.Diagnostics;
using System.Globalization;
using System.IO;
using System.Text;
using System.Text.RegularExpressions;

namespace UnityDouble
{
    /// <summary>Compiles one assembly of the project with mcs.</summary>
    internal static class ScriptCompiler
    {
        // Follows the manual, "Conditional compilation": the symbols of an editor on Linux, without those of its version.
        private const string Defines = "UNITY_EDITOR;UNITY_EDITOR_LINUX;UNITY_EDITOR_64;ENABLE_MONO;DEBUG;TRACE;UNITY_ASSERTIONS;UNITY_INCLUDE_TESTS";

        private static readonly Regex Placed = new Regex(@"^(?<file>.+?)\((?<line>\d+)(,(?<column>\d+)\+?)?(,\d+,\d+)?\): (?<kind>error|warning) ", RegexOptions.CultureInvariant);
        private static readonly Regex Unplaced = new Regex(@"^(?<kind>error|warning) [A-Z]+\d+:", RegexOptions.CultureInvariant);

        /// <summary>
        /// Compiles <paramref name="sources"/> into <paramref name="output"/> and returns the messages of the compiler.
        /// </summary>
        internal static List<ScriptMessage> Compile(EditorOptions options, ScriptSources sources, string output, string game)
        {
            string response = output + ".rsp";
            File.WriteAllText(response, Arguments(options, sources, output, game));
            ProcessStartInfo start = new ProcessStartInfo("mcs", "@\"" + response + "\"")
            {
                WorkingDirectory = options.Project,
                UseShellExecute = false,
                RedirectStandardError = true,
                RedirectStandardOutput = true,
                RedirectStandardInput = true,
            };
            using (Process compiler = Process.Start(start))
            {
                compiler.StandardInput.Close();
                StringBuilder errors = new StringBuilder();
                compiler.ErrorDataReceived += delegate(object sender, DataReceivedEventArgs line)
                {
                    lock (errors)
                    {
                        errors.AppendLine(line.Data);
                    }
                };
                compiler.BeginErrorReadLine();
                string lines = compiler.StandardOutput.ReadToEnd();
                compiler.WaitForExit();
                lock (errors)
                {
                    lines += "\n" + errors;
                }
                return Read(lines, compiler.ExitCode);
            }
        }

        private static string Arguments(EditorOptions options, ScriptSources sources, string output, string game)
        {
            StringBuilder text = new StringBuilder("-target:library -nologo -debug -langversion:7.2 -nowarn:0649,0169,0414\n");
            text.Append("-define:").Append(Defines).Append(';').Append(string.Join(";", BuiltVersion.Symbols())).Append('\n');
            text.Append("-out:\"").Append(output).Append("\"\n-r:System\n-r:System.Core\n");
            foreach (string reference in References(options))
            {
                text.Append("-r:\"").Append(reference).Append("\"\n");
            }
            if (game != null)
            {
                text.Append("-r:\"").Append(game).Append("\"\n");
            }
            foreach (string file in sources.Files)
            {
                text.Append('"').Append(file).Append("\"\n");
            }
            return text.ToString();
        }

        private static IEnumerable<string> References(EditorOptions options)
        {
            List<string> references = new List<string>();
            foreach (string pattern in new[] { "UnityEngine*.dll", "UnityEditor*.dll", "nunit.framework*.dll" })
            {
                references.AddRange(Directory.GetFiles(options.ProgramFolder, pattern));
            }
            references.AddRange(Directory.GetFiles(options.Assemblies, "UnityTools.*.dll"));
            references.Sort(StringComparer.Ordinal);
            return references;
        }

        private static List<ScriptMessage> Read(string lines, int exitCode)
        {
            List<ScriptMessage> messages = new List<ScriptMessage>();
            bool anyError = false;
            foreach (string given in lines.Split('\n'))
            {
                string line = given.TrimEnd();
                Match placed = Placed.Match(line);
                Match found = placed.Success ? placed : Unplaced.Match(line);
                if (!found.Success)
                {
                    continue;
                }
                ScriptMessage message = new ScriptMessage { Text = line, IsError = found.Groups["kind"].Value == "error" };
                if (placed.Success)
                {
                    message.File = placed.Groups["file"].Value;
                    message.Line = int.Parse(placed.Groups["line"].Value, CultureInfo.InvariantCulture);
                    message.Column = placed.Groups["column"].Success ? int.Parse(placed.Groups["column"].Value, CultureInfo.InvariantCulture) : 0;
                }
                anyError |= message.IsError;
                messages.Add(message);
            }
            if (exitCode != 0 && !anyError)
            {
                messages.Add(new ScriptMessage { Text = "error: mcs ended with code " + exitCode + ": " + lines.Trim(), IsError = true });
            }
            return messages;
        }
    }
}
