using System;
using System.Collections.Generic;
using System.IO;
using System.Security.Cryptography;
using System.Text;

namespace UnityDouble
{
    /// <summary>One of the two assemblies that the editor compiles from the project's scripts.</summary>
    // Follows the manual, "Special folders and script compilation order": a folder named Editor compiles into Assembly-CSharp-Editor.
    public sealed class ScriptSources
    {
        /// <summary>Name of the assembly of game scripts.</summary>
        public const string Game = "Assembly-CSharp";

        /// <summary>Name of the assembly of the folders named Editor.</summary>
        public const string Editor = "Assembly-CSharp-Editor";

        private readonly EditorOptions options;

        private ScriptSources(EditorOptions options, string name, List<string> files)
        {
            this.options = options;
            Name = name;
            Files = files;
        }

        /// <summary>Name of the assembly.</summary>
        public string Name { get; }

        /// <summary>Source files relative to the project folder, sorted.</summary>
        public List<string> Files { get; }

        /// <summary>Path of the compiled assembly, relative to the project folder.</summary>
        public string Output
        {
            get { return "Library/ScriptAssemblies/" + Name + ".dll"; }
        }

        /// <summary>Full path of the compiled assembly.</summary>
        public string OutputFile
        {
            get { return Path.Combine(options.ScriptAssemblies, Name + ".dll"); }
        }

        private string StampFile
        {
            get { return Path.Combine(options.ScriptAssemblies, Name + ".stamp"); }
        }

        private string FailedFile
        {
            get { return Path.Combine(options.ScriptAssemblies, Name + ".failed"); }
        }

        /// <summary>Finds the sources of both assemblies, in the order of compilation.</summary>
        public static ScriptSources[] Find(EditorOptions options)
        {
            List<string> game = new List<string>();
            List<string> editor = new List<string>();
            AddFolder(Path.Combine(options.Project, "Assets"), options.Project, game, editor);
            // The double reads no assembly definitions, so scripts of packages compile together with those of Assets.
            foreach (PackageFolder package in PackageFolders.Find(options))
            {
                AddFolder(package.Folder, options.Project, game, editor);
            }
            game.Sort(StringComparer.Ordinal);
            editor.Sort(StringComparer.Ordinal);
            return new[] { new ScriptSources(options, Game, game), new ScriptSources(options, Editor, editor) };
        }

        private static void AddFolder(string folder, string project, List<string> game, List<string> editor)
        {
            foreach (string file in Directory.Exists(folder) ? Directory.GetFiles(folder, "*.cs", SearchOption.AllDirectories) : new string[0])
            {
                string path = file.Substring(folder.Length);
                if (!IsHidden(path))
                {
                    string name = file.StartsWith(project + "/", StringComparison.Ordinal) ? file.Substring(project.Length + 1) : file;
                    (path.Contains("/Editor/") ? editor : game).Add(name);
                }
            }
        }

        /// <summary>True if any source changed since the last successful compilation.</summary>
        public static bool AnyChanged(EditorOptions options)
        {
            foreach (ScriptSources sources in Find(options))
            {
                if (sources.Changed)
                {
                    return true;
                }
            }
            return false;
        }

        /// <summary>True if a refresh finds sources that no compilation had.</summary>
        public static bool AnyNew(EditorOptions options)
        {
            foreach (ScriptSources sources in Find(options))
            {
                if (sources.IsNew)
                {
                    return true;
                }
            }
            return false;
        }

        /// <summary>True if the compiled assembly differs from the sources, or if their last compilation failed.</summary>
        public bool Changed
        {
            get
            {
                if (Files.Count == 0)
                {
                    return File.Exists(OutputFile);
                }
                return !File.Exists(OutputFile) || File.Exists(FailedFile) || !IsInstalled(Stamp());
            }
        }

        /// <summary>True if the compiled assembly has these sources.</summary>
        public bool IsInstalled(string stamp)
        {
            return File.Exists(StampFile) && File.ReadAllText(StampFile) == stamp;
        }

        /// <summary>True if the assembly differs from the sources, and no compilation of these sources failed.</summary>
        public bool IsNew
        {
            get { return Changed && !(File.Exists(FailedFile) && File.ReadAllText(FailedFile) == Stamp()); }
        }

        /// <summary>Notes that a compilation with these sources failed. It is repeated, also with the sources of before.</summary>
        public void NoteFailure(string stamp)
        {
            File.WriteAllText(FailedFile, stamp);
        }

        /// <summary>Makes the next compilation include this assembly even if no source changed.</summary>
        public void Forget()
        {
            File.Delete(StampFile);
        }

        /// <summary>Returns a hash of the names and contents of the sources.</summary>
        public string Stamp()
        {
            using (SHA1 hash = SHA1.Create())
            {
                StringBuilder all = new StringBuilder();
                foreach (string file in Files)
                {
                    byte[] digest = hash.ComputeHash(File.ReadAllBytes(Path.Combine(options.Project, file)));
                    all.Append(file).Append(' ').Append(Convert.ToBase64String(digest)).Append('\n');
                }
                return all.ToString();
            }
        }

        /// <summary>Replaces the compiled assembly by <paramref name="compiled"/> (null: no sources are left).</summary>
        public void Install(string compiled, string stamp)
        {
            foreach (string ending in new[] { string.Empty, ".mdb" })
            {
                File.Delete(OutputFile + ending);
                if (compiled != null && File.Exists(compiled + ending))
                {
                    File.Move(compiled + ending, OutputFile + ending);
                }
            }
            File.Delete(StampFile);
            File.Delete(FailedFile);
            if (compiled != null)
            {
                File.WriteAllText(StampFile, stamp);
            }
        }

        // Follows the manual, "Hidden assets": names that begin with a dot or end with a tilde are ignored.
        private static bool IsHidden(string path)
        {
            foreach (string part in path.Split('/'))
            {
                if (part.StartsWith(".", StringComparison.Ordinal) || part.EndsWith("~", StringComparison.Ordinal))
                {
                    return true;
                }
            }
            return false;
        }
    }
}
