using System;
using System.Reflection;

namespace UnityTools.Bridge
{
    /// <summary>The assembly that was sent with a call.</summary>
    internal static class LoadedAssembly
    {
        /// <summary>
        /// Loads the assembly until the domain ends. Returns its type with that name, or null if absent.
        /// </summary>
        /// <param name="loaded">Called when it is loaded.</param>
        /// <exception cref="Failure">No bytes were sent, or they are no assembly.</exception>
        internal static Type Type(CallJob asked, string name, Action loaded)
        {
            if (asked.Call.Bytes == null)
            {
                throw Failure.Argument("the assembly's bytes did not come with the call");
            }
            Assembly assembly;
            try
            {
                assembly = LoadedAssemblies.Load(asked.Call.Bytes);
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
