using System;
using System.Collections.Generic;
using System.IO;
using System.Reflection;

namespace UnityDouble
{
    /// <summary>
    /// The only object of the scripts' AppDomain that the first AppDomain holds. It loads UnityEditor.dll and
    /// forwards calls to it, so that the first AppDomain never loads engine, editor or script assemblies.
    /// </summary>
    public sealed class DomainGate : NativeObject
    {
        private const string HostType = "UnityDouble.EditorHost";
        private readonly Dictionary<string, Assembly> found = new Dictionary<string, Assembly>(StringComparer.Ordinal);
        private string[] folders;
        private ScriptHost host;

        /// <summary>Loads UnityEditor.dll and everything that it restores and initializes.</summary>
        public void Load(NativeStore store, EditorOptions options, bool reload)
        {
            Console.SetOut(Console.Error);
            folders = new[] { options.ProgramFolder, options.Assemblies, options.ScriptAssemblies };
            AppDomain.CurrentDomain.AssemblyResolve += Resolve;
            Guard(delegate
            {
                Assembly editor = Assembly.LoadFrom(Path.Combine(options.ProgramFolder, "UnityEditor.dll"));
                host = (ScriptHost)Activator.CreateInstance(editor.GetType(HostType, true), true);
                host.Load(store, reload);
            });
        }

        /// <summary>See <see cref="ScriptHost.Unload"/>.</summary>
        public void Unload()
        {
            Guard(host.Unload);
        }

        /// <summary>See <see cref="ScriptHost.Tick"/>.</summary>
        public void Tick()
        {
            Guard(host.Tick);
        }

        /// <summary>See <see cref="ScriptHost.Execute"/>.</summary>
        public string Execute(string command)
        {
            string result = null;
            Guard(delegate { result = host.Execute(command); });
            return result;
        }

        /// <summary>See <see cref="ScriptHost.ChangePlayMode"/>.</summary>
        public void ChangePlayMode(PlayStep step)
        {
            Guard(delegate { host.ChangePlayMode(step); });
        }

        /// <summary>See <see cref="ScriptHost.ReloadsForPlayMode"/>.</summary>
        public bool ReloadsForPlayMode()
        {
            bool reloads = false;
            Guard(delegate { reloads = host.ReloadsForPlayMode; });
            return reloads;
        }

        /// <summary>See <see cref="ScriptHost.CompilationStarted"/>.</summary>
        public void CompilationStarted()
        {
            Guard(host.CompilationStarted);
        }

        /// <summary>See <see cref="ScriptHost.AssemblyCompiled"/>.</summary>
        public void AssemblyCompiled(string path, ScriptMessage[] messages)
        {
            Guard(delegate { host.AssemblyCompiled(path, messages); });
        }

        /// <summary>See <see cref="ScriptHost.CompilationFinished"/>.</summary>
        public void CompilationFinished(ScriptMessage[] messages)
        {
            Guard(delegate { host.CompilationFinished(messages); });
        }

        /// <summary>See <see cref="ScriptHost.WantsToQuit"/>.</summary>
        public bool WantsToQuit()
        {
            bool wants = true;
            Guard(delegate { wants = host.WantsToQuit(); });
            return wants;
        }

        /// <summary>See <see cref="ScriptHost.Quit"/>.</summary>
        public void Quit()
        {
            Guard(host.Quit);
        }

        // An exception type of the scripts cannot be loaded in the first AppDomain, so its text crosses instead.
        private static void Guard(Action action)
        {
            try
            {
                action();
            }
            catch (Exception error) when (!(error is CommandException))
            {
                throw new InvalidOperationException(error.ToString());
            }
        }

        private Assembly Resolve(object sender, ResolveEventArgs request)
        {
            string name = new AssemblyName(request.Name).Name;
            lock (found)
            {
                if (found.TryGetValue(name, out Assembly known))
                {
                    return known;
                }
                Assembly assembly = null;
                foreach (string folder in folders)
                {
                    string path = Path.Combine(folder, name + ".dll");
                    if (assembly == null && File.Exists(path))
                    {
                        assembly = Assembly.LoadFrom(path);
                    }
                }
                found[name] = assembly;
                return assembly;
            }
        }
    }
}
