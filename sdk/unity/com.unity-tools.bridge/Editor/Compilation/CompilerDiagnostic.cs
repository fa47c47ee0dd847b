using System.IO;
using System.Text.RegularExpressions;
using UnityEditor;
using UnityEditor.Compilation;

namespace UnityTools.Bridge
{
    /// <summary>One error or warning of the compiler.</summary>
    internal sealed class CompilerDiagnostic
    {
        private const int LargestMessage = 4 << 10;
        private const int LargestPath = 1 << 10;
        private const int LongestPrefix = 4 << 10;

        /// <summary>The place, the severity and the code with which the compiler begins a line.</summary>
        private static readonly Regex Prefix = new Regex(
            @"^\s*(?<place>[^\r\n]*?\(\d+(,\d+\+?)*\)\s*:\s*)?(error|warning|info)\s+(?<code>[A-Za-z]+\d+)?\s*:\s*",
            RegexOptions.CultureInvariant | RegexOptions.ExplicitCapture);

        internal readonly bool IsError;

        /// <summary>Asset path; null if the place is in no asset.</summary>
        private readonly string path;

        /// <summary>From 1; 0 if unknown.</summary>
        private readonly long line;
        private readonly long column;

        /// <summary>Such as CS0103; null if unknown.</summary>
        private readonly string code;

        private readonly string message;

        private CompilerDiagnostic(bool isError, string path, long line, long column, string code, string message)
        {
            IsError = isError;
            this.path = path;
            this.line = line;
            this.column = column;
            this.code = code;
            this.message = message;
        }

        /// <summary>A failure for which the compiler gave no error.</summary>
        internal static CompilerDiagnostic Unexplained(string message)
        {
            return new CompilerDiagnostic(true, null, 0, 0, null, message);
        }

        internal static CompilerDiagnostic Of(CompilerMessage given)
        {
            string text = given.message ?? "";
            Match prefix = Prefix.Match(text.Length > LongestPrefix ? text.Substring(0, LongestPrefix) : text);
            string path = AssetPath(given.file ?? "");
            bool hasPlace = path != null && given.line > 0;
            string code = prefix.Success && prefix.Groups["code"].Success ? prefix.Groups["code"].Value : null;
            // The place stays in the message if the other members cannot name it.
            int start = !prefix.Success ? 0 : hasPlace || !prefix.Groups["place"].Success ? prefix.Length : 0;
            string message = Surrogates.Cut(text.Substring(start).Trim(), LargestMessage);
            bool isError = given.type == CompilerMessageType.Error;
            return new CompilerDiagnostic(isError, path, hasPlace ? given.line : 0, hasPlace && given.column > 0 ? given.column : 0, code, message);
        }

        internal static CompilerDiagnostic Read(Json stored)
        {
            FrameMembers members = new FrameMembers("diagnostic", stored);
            return new CompilerDiagnostic(members.Text("severity") == "error", members.TextIfAny("path"), Known(members, "line"),
                Known(members, "column"), members.TextIfAny("code"), members.Text("message"));
        }

        internal void Write(JsonWriter to)
        {
            to.Object().Name("severity").Text(IsError ? "error" : "warning").Name("path").TextOrNull(path);
            Number(to.Name("line"), line);
            Number(to.Name("column"), column);
            to.Name("code").TextOrNull(code).Name("message").Text(message).EndObject();
        }

        /// <summary>One line, as a compiler writes it.</summary>
        internal string Line
        {
            get
            {
                string place = path == null ? "" : path + (line > 0 ? "(" + line + "," + column + ")" : "") + ": ";
                string first = message.Split('\n')[0].TrimEnd();
                return place + (IsError ? "error" : "warning") + (code == null ? "" : " " + code) + ": " + first;
            }
        }

        private static string AssetPath(string file)
        {
            string path = file.Replace('\\', '/');
            string root = ProjectFolder.Root.Replace('\\', '/') + "/";
            if (path.StartsWith(root, System.StringComparison.Ordinal))
            {
                path = path.Substring(root.Length);
            }
            if (path.Length == 0 || path.Length > LargestPath)
            {
                return null;
            }
            if (path.StartsWith("Library/PackageCache/", System.StringComparison.Ordinal) || Path.IsPathRooted(path))
            {
                path = FileUtil.GetLogicalPath(path).Replace('\\', '/');
            }
            bool isAsset = path.StartsWith("Assets/", System.StringComparison.Ordinal) || path.StartsWith("Packages/", System.StringComparison.Ordinal);
            return isAsset ? path : null;
        }

        private static long Known(FrameMembers members, string name)
        {
            return System.Math.Max(0, members.NumberIfAny(name));
        }

        private static void Number(JsonWriter to, long number)
        {
            if (number > 0)
            {
                to.Count(number);
            }
            else
            {
                to.Null();
            }
        }
    }
}
