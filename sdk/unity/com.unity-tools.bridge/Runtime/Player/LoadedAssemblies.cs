using System;
using System.Collections.Generic;
using System.Reflection;

namespace UnityTools.Bridge
{
    /// <summary>
    /// The assemblies of the scripts that run now. A Unity that unloads scripts without unloading an AppDomain keeps the
    /// assemblies of earlier scripts in the AppDomain, so it has API of its own for the current ones.
    /// </summary>
    internal static class LoadedAssemblies
    {
        internal static IEnumerable<Assembly> All()
        {
#if UNITY_6000_4_OR_NEWER
            return UnityEngine.Assemblies.CurrentAssemblies.GetLoadedAssemblies();
#else
            return AppDomain.CurrentDomain.GetAssemblies();
#endif
        }

        /// <summary>
        /// Loads an assembly until the scripts are unloaded. Unity 6000.5 and newer return an assembly of the same name if
        /// one is loaded.
        /// </summary>
        /// <exception cref="BadImageFormatException">The bytes are no assembly.</exception>
        internal static Assembly Load(byte[] bytes)
        {
#if UNITY_6000_5_OR_NEWER
            return UnityEngine.Assemblies.CurrentAssemblies.LoadFromBytes(bytes);
#else
            return Assembly.Load(bytes);
#endif
        }
    }
}
