using System;
using System.Reflection;

namespace UnityTools.Bridge
{
    /// <summary>The assembly that came behind a call.</summary>
    internal static class LoadedAssembly
    {
        /// <summary>Loads it, for as long as this domain lasts; its type of that name, or null where it has none.</summary>
        /// <param name="loaded">Told as it is loaded.</param>
        /// <exception cref="Failure">Where nothing came, or no assembly.</exception>
        internal static Type Type(CallJob asked, string name, Action loaded)
        {
            if (asked.Call.Bytes == null)
            {
                throw Failure.Argument("the assembly's bytes did not come with the call");
            }
            Assembly assembly;
            try
            {
                assembly = Assembly.Load(asked.Call.Bytes);
            }
            catch (BadImageFormatException error)
            {
                throw Failure.Argument("the bytes are no assembly for this runtime: " + error.Message);
            }
            loaded();
            return assembly.GetType(name);
        }
    }
}
