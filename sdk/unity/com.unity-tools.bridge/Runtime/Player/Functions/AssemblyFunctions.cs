using System;
using System.Collections.Generic;
using System.IO;
using System.Reflection;
using System.Security.Cryptography;

namespace UnityTools.Bridge
{
    /// <summary>
    /// `link/…`: lists the assemblies that a compiler of the host needs as references, and loads the assemblies that it
    /// compiled. Code is loaded only if this process allows it, whatever the policy of the host says.
    /// </summary>
    internal sealed class AssemblyFunctions
    {
        private readonly Action loaded;
        private readonly Dictionary<string, string> digests = new Dictionary<string, string>(StringComparer.Ordinal);

        /// <param name="loaded">Called for each loaded assembly.</param>
        internal AssemblyFunctions(Action loaded)
        {
            this.loaded = loaded;
        }

        internal void AddTo(Functions functions, bool allowCode)
        {
            functions.AddSteps("link/assemblies", List);
            functions.AddSteps("link/assembly", Give);
            if (allowCode && ProjectFunctions.Runtime != "il2cpp")
            {
                functions.AddLong("link/load-assembly", Way.Aside, Load);
            }
        }

        /// <summary>The files of loaded assemblies; assemblies that were loaded from memory have no file.</summary>
        private static List<string> Files()
        {
            List<string> files = new List<string>();
            foreach (Assembly assembly in LoadedAssemblies.All())
            {
                string file = "";
                try
                {
                    file = assembly.Location;
                }
                catch (NotSupportedException)
                {
                    // The assembly was created in memory.
                }
                if (!string.IsNullOrEmpty(file) && File.Exists(file))
                {
                    files.Add(file);
                }
            }
            return files;
        }

        private string Digest(string file)
        {
            string digest;
            if (!digests.TryGetValue(file, out digest))
            {
                using (SHA256 hash = SHA256.Create())
                using (Stream stream = File.OpenRead(file))
                {
                    digest = Hex.Of(hash.ComputeHash(stream));
                }
                digests.Add(file, digest);
            }
            return digest;
        }

        private IEnumerator<Rest> List(CallJob asked, JsonWriter value)
        {
            value.List();
            foreach (string file in Files())
            {
                value.Object().Name("name").Text(Path.GetFileNameWithoutExtension(file)).Name("sha256").Text(Digest(file));
                value.Name("size").Count(new FileInfo(file).Length).EndObject();
                yield return Rest.None;
            }
            value.EndList();
        }

        private IEnumerator<Rest> Give(CallJob asked, JsonWriter value)
        {
            string wanted = new Arguments(asked).Text("sha256");
            foreach (string file in Files())
            {
                if (Digest(file) != wanted)
                {
                    yield return Rest.None;
                    continue;
                }
                long size = new FileInfo(file).Length;
                if (size > Protocol.Frame - Protocol.BinaryHead)
                {
                    throw new Failure("too-large", Path.GetFileName(file) + " has " + size + " bytes, more than a frame of 8 MiB");
                }
                asked.Bytes = File.ReadAllBytes(file);
                value.Object().EndObject();
                yield break;
            }
            throw Failure.NotFound("no assembly with SHA-256 " + Surrogates.Cut(wanted, 64) + " is loaded");
        }

        private IEnumerator<Rest> Load(CallJob asked, JsonWriter value)
        {
            Arguments args = new Arguments(asked);
            LoadedCode code = new LoadedCode(Method(asked, args.Text("type"), args.Text("method")), args.Texts("arguments").ToArray());
            while (code.Moves())
            {
                yield return Rest.Frame;
                if (asked.IsCancelled)
                {
                    code.Leave();
                    throw new Failure("cancelled", "no call waited for the code any more: it was stopped between two frames, and its changes so far remain");
                }
            }
            code.Tell(value);
        }

        private MethodInfo Method(CallJob asked, string typeName, string methodName)
        {
            Type type = LoadedAssembly.Type(asked, typeName, loaded);
            MethodInfo method = type == null ? null : type.GetMethod(
                methodName, BindingFlags.Static | BindingFlags.Public | BindingFlags.NonPublic, null, new[] { typeof(string[]) }, null);
            if (method == null)
            {
                throw Failure.Argument("the assembly has no static method " + typeName + "." + methodName + "(string[])");
            }
            return method;
        }
    }
}
