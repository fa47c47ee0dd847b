#if UNITY_6000_4_OR_NEWER
using System;
using System.Collections.Generic;
using System.Reflection;

namespace UnityEngine.Assemblies
{
    /// <summary>The assemblies of the scripts that run now.</summary>
    // Follows Runtime/Export/Scripting/CurrentAssemblies.cs of 6000.4.12f1 and 6000.6.0b1, as it is with mono.
    public static class CurrentAssemblies
    {
        public static IReadOnlyList<Assembly> GetLoadedAssemblies()
        {
            return AppDomain.CurrentDomain.GetAssemblies();
        }

#if UNITY_6000_5_OR_NEWER
        /// <summary>Returns an assembly of the same name if one is loaded.</summary>
        public static Assembly LoadFromBytes(byte[] rawAssembly)
        {
            if (rawAssembly == null)
            {
                throw new ArgumentNullException("rawAssembly");
            }
            string name = Assembly.ReflectionOnlyLoad(rawAssembly).GetName().Name;
            Assembly found = Array.Find(AppDomain.CurrentDomain.GetAssemblies(), one => one.GetName().Name == name);
            return found ?? Assembly.Load(rawAssembly);
        }
#endif
    }
}
#endif
