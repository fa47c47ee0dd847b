using System;
using System.Collections.Generic;
using System.Reflection;

namespace EngineCheck
{
    /// <summary>
    /// Checks the engine of the double: `EngineCheck.exe FIXTURES [AREA...]`. FIXTURES is a folder with projects that Unity wrote. Each area runs in a
    /// domain of its own. Prints `ok N checks` and exits with 0, or prints the first failed check and exits with 1.
    /// </summary>
    internal static class Program
    {
        private static readonly Dictionary<string, Action<string>> Areas = new Dictionary<string, Action<string>>
        {
            { "values", folder => ValueChecks.Run() },
            { "objects", folder => ObjectChecks.Run() },
            { "transforms", folder => TransformChecks.Run() },
            { "serialized", folder => SerializedChecks.Run() },
            { "yaml", YamlChecks.Run },
            { "scenes", SceneChecks.Run },
            { "prefabs", PrefabChecks.Run },
            { "life", folder => LifeChecks.Run() },
            { "physics", folder => PhysicsChecks.Run() }
        };

        private static int Main(string[] args)
        {
            if (args.Length == 0)
            {
                Console.Error.WriteLine("usage: EngineCheck.exe FIXTURES [AREA...]");
                return 2;
            }
            List<string> wanted = new List<string>(args.Length > 1 ? args : new string[0]);
            int checks = 0;
            try
            {
                foreach (string area in Areas.Keys)
                {
                    if (wanted.Count == 0 || wanted.IndexOf(area, 1) > 0)
                    {
                        checks += InDomain(area, args[0]);
                    }
                }
                if (wanted.Count == 0 || wanted.IndexOf("reload", 1) > 0)
                {
                    checks += ReloadChecks.Run(args[0]);
                }
            }
            catch (CheckFailed failed)
            {
                Console.WriteLine("failed: " + failed.Message);
                return 1;
            }
            Console.WriteLine("ok " + checks + " checks");
            return 0;
        }

        private static int InDomain(string area, string folder)
        {
            AppDomain domain = AppDomain.CreateDomain(area, null, AppDomain.CurrentDomain.SetupInformation);
            try
            {
                Runner runner = (Runner)domain.CreateInstanceAndUnwrap(Assembly.GetExecutingAssembly().FullName, typeof(Runner).FullName);
                return runner.Run(area, folder);
            }
            finally
            {
                AppDomain.Unload(domain);
            }
        }

        /// <summary>Runs an area in another domain.</summary>
        internal sealed class Runner : MarshalByRefObject
        {
            public int Run(string area, string folder)
            {
                Check.Begin(area);
                Areas[area](folder);
                return Check.Count;
            }
        }
    }

    /// <summary>A check failed.</summary>
    [Serializable]
    public sealed class CheckFailed : Exception
    {
        public CheckFailed(string message) : base(message)
        {
        }

        private CheckFailed(System.Runtime.Serialization.SerializationInfo info, System.Runtime.Serialization.StreamingContext context) : base(info, context)
        {
        }
    }

    /// <summary>Compares and counts.</summary>
    internal static class Check
    {
        private static string area = "";

        internal static int Count { get; private set; }

        /// <summary>The messages of the log since the last call of <see cref="Logged"/>.</summary>
        private static readonly List<string> Log = new List<string>();

        internal static void Begin(string name)
        {
            area = name;
            UnityDouble.Settings.Logged += (text, stack, type, context) => Log.Add(type + ": " + text);
        }

        internal static void That(bool holds, string what)
        {
            if (!holds)
            {
                throw new CheckFailed(area + ": " + what + Rest());
            }
            Count++;
        }

        internal static void Same<T>(T wanted, T found, string what)
        {
            That(Equals(wanted, found), what + ": wanted `" + wanted + "`, found `" + found + "`");
        }

        internal static void Near(UnityEngine.Vector3 wanted, UnityEngine.Vector3 found, string what)
        {
            That((wanted - found).magnitude < 0.0001F, what + ": wanted " + wanted.ToString("F5") + ", found " + found.ToString("F5"));
        }

        internal static void Near(float wanted, float found, string what)
        {
            That(Math.Abs(wanted - found) < 0.0001F, what + ": wanted " + wanted.ToString("R") + ", found " + found.ToString("R"));
        }

        internal static void Throws<T>(Action action, string what) where T : Exception
        {
            try
            {
                action();
            }
            catch (T)
            {
                Count++;
                return;
            }
            throw new CheckFailed(area + ": " + what + ": no " + typeof(T).Name + " was thrown");
        }

        /// <summary>The last message of the log, which is then empty.</summary>
        internal static string Logged()
        {
            string last = Log.Count == 0 ? "" : Log[Log.Count - 1];
            Log.Clear();
            return last;
        }

        private static string Rest()
        {
            return Log.Count == 0 ? "" : "; log: " + string.Join(" | ", Log.ToArray());
        }
    }
}
