using System;
using System.IO;

namespace UnityDouble
{
    /// <summary>The command line of the editor process.</summary>
    [Serializable]
    public sealed class EditorOptions
    {
        /// <summary>Full path of the project folder, without a slash at the end.</summary>
        public string Project;

        /// <summary>Folder of the package assemblies (`UnityTools.*.dll`).</summary>
        public string Assemblies;

        /// <summary>Folder of UnityEditorDouble.exe and of the engine and editor assemblies.</summary>
        public string ProgramFolder;

        /// <summary>Version that `Application.unityVersion` returns.</summary>
        public string UnityVersion = BuiltVersion.Tag;

        /// <summary>True if no user can answer a dialog.</summary>
        public bool BatchMode;

        /// <summary>True if the process has a graphics device, so that textures have pixels.</summary>
        public bool HasGraphics;

        /// <summary>Folder of the compiled project scripts.</summary>
        public string ScriptAssemblies
        {
            get { return Path.Combine(Project, "Library", "ScriptAssemblies"); }
        }

        /// <summary>Reads the command line.</summary>
        public static EditorOptions Read(string[] arguments, string programFolder)
        {
            EditorOptions options = new EditorOptions { ProgramFolder = programFolder, Assemblies = programFolder };
            for (int i = 0; i < arguments.Length; i++)
            {
                string name = arguments[i];
                if (name == "--batchmode")
                {
                    options.BatchMode = true;
                    continue;
                }
                if (name == "--graphics")
                {
                    options.HasGraphics = true;
                    continue;
                }
                if (i + 1 >= arguments.Length)
                {
                    throw new ArgumentException("unknown argument or missing value: " + name + " (accepted: --project DIR, --assemblies DIR, --batchmode, --graphics, --unity-version VERSION)");
                }
                string value = arguments[++i];
                switch (name)
                {
                    case "--project":
                        options.Project = Path.GetFullPath(value).TrimEnd('/');
                        break;
                    case "--assemblies":
                        options.Assemblies = Path.GetFullPath(value);
                        break;
                    case "--unity-version":
                        options.UnityVersion = value;
                        break;
                    default:
                        throw new ArgumentException("unknown argument: " + name + " (accepted: --project DIR, --assemblies DIR, --batchmode, --graphics, --unity-version VERSION)");
                }
            }
            if (options.Project == null)
            {
                throw new ArgumentException("missing argument: --project DIR, the folder that contains Assets");
            }
            if (!Directory.Exists(options.Assemblies))
            {
                throw new ArgumentException("no such folder: --assemblies " + options.Assemblies);
            }
            return options;
        }
    }
}
