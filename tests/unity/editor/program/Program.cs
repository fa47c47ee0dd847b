using System;
using System.IO;

namespace UnityDouble
{
    /// <summary>Entry point of the editor double.</summary>
    internal static class Program
    {
        private const int BadArguments = 2;
        private const int Broken = 4;

        // Threads that the scripts left behind must not keep the process alive.
        private static void Main(string[] arguments)
        {
            Environment.Exit(Run(arguments));
        }

        private static int Run(string[] arguments)
        {
            EditorOptions options;
            try
            {
                options = EditorOptions.Read(arguments, Path.GetDirectoryName(typeof(Program).Assembly.Location));
                PrepareProject(options);
            }
            catch (Exception error) when (error is ArgumentException || error is IOException)
            {
                Console.Error.WriteLine("error: " + error.Message);
                return BadArguments;
            }
            NativeStore store = new NativeStore(options);
            string lockFile = Path.Combine(options.Project, "Temp", "UnityLockfile");
            try
            {
                Lock(lockFile);
                int code = new MainLoop(store).Run();
                File.Delete(lockFile);
                return code;
            }
            catch (Exception error)
            {
                store.Channel.WriteEvent("broken", "text", error.ToString());
                Console.Error.WriteLine(error);
                return Broken;
            }
        }

        // Unity locks a project while it is open. The file remains after a crash.
        private static void Lock(string file)
        {
            Directory.CreateDirectory(Path.GetDirectoryName(file));
            File.WriteAllBytes(file, new byte[0]);
        }

        // As the project launcher does: a new project gets its folders and its version file.
        private static void PrepareProject(EditorOptions options)
        {
            Directory.CreateDirectory(Path.Combine(options.Project, "Assets"));
            Directory.CreateDirectory(options.ScriptAssemblies);
            string settings = Path.Combine(options.Project, "ProjectSettings");
            Directory.CreateDirectory(settings);
            string version = Path.Combine(settings, "ProjectVersion.txt");
            if (!File.Exists(version))
            {
                File.WriteAllText(version, "m_EditorVersion: " + options.UnityVersion + "\n");
            }
        }
    }
}
