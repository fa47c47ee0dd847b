using System;
using System.Collections.Generic;
using System.IO;
using System.Reflection;
using System.Runtime.CompilerServices;
using UnityEditor;
using UnityEditor.Callbacks;
using UnityEngine;

namespace UnityDouble
{
    /// <summary>Loads the assemblies of package and project, and runs the callbacks after a domain load.</summary>
    internal static class LoadCallbacks
    {
        internal static void LoadAssemblies()
        {
            EditorOptions options = Native.Options;
            foreach (string pattern in new[] { "UnityEngine*.dll", "UnityEditor*.dll" })
            {
                LoadAll(options.ProgramFolder, pattern);
            }
            LoadAll(options.Assemblies, "UnityTools.*.dll");
            LoadAll(options.ScriptAssemblies, "*.dll");
        }

        // Follows Editor/Mono/EditorAssemblies.cs: types in the order of their assemblies, then methods; an exception is logged.
        internal static void Initialize()
        {
            foreach (Type type in TypeCache.GetTypesWithAttribute<InitializeOnLoadAttribute>())
            {
                try
                {
                    RuntimeHelpers.RunClassConstructor(type.TypeHandle);
                }
                catch (TypeInitializationException error)
                {
                    Debug.LogError(error.InnerException);
                }
                catch (TypeLoadException error)
                {
                    Debug.LogError(error);
                }
            }
            foreach (MethodInfo method in TypeCache.GetMethodsWithAttribute<InitializeOnLoadMethodAttribute>())
            {
                try
                {
                    method.Invoke(null, null);
                }
                catch (Exception error)
                {
                    Debug.LogError(error);
                }
            }
        }

        // Follows Editor/Mono/AttributeHelper.cs: methods sorted by the order of their attribute.
        internal static void DidReload()
        {
            List<KeyValuePair<int, MethodInfo>> methods = new List<KeyValuePair<int, MethodInfo>>();
            foreach (MethodInfo method in TypeCache.GetMethodsWithAttribute<DidReloadScripts>())
            {
                DidReloadScripts attribute = (DidReloadScripts)method.GetCustomAttributes(typeof(DidReloadScripts), false)[0];
                int at = methods.FindLastIndex(delegate(KeyValuePair<int, MethodInfo> other) { return other.Key <= attribute.callbackOrder; });
                methods.Insert(at + 1, new KeyValuePair<int, MethodInfo>(attribute.callbackOrder, method));
            }
            foreach (KeyValuePair<int, MethodInfo> method in methods)
            {
                Native.Call(delegate { method.Value.Invoke(null, null); });
            }
        }

        internal static void EnterPlayMode()
        {
            EnterPlayModeOptions options = EditorSettings.enterPlayModeOptionsEnabled ? EditorSettings.enterPlayModeOptions : EnterPlayModeOptions.None;
            foreach (MethodInfo method in TypeCache.GetMethodsWithAttribute<InitializeOnEnterPlayModeAttribute>())
            {
                object[] arguments = method.GetParameters().Length == 0 ? new object[0] : new object[] { options };
                Native.Call(delegate { method.Invoke(null, arguments); });
            }
        }

        private static void LoadAll(string folder, string pattern)
        {
            if (!Directory.Exists(folder))
            {
                return;
            }
            string[] files = Directory.GetFiles(folder, pattern);
            Array.Sort(files, StringComparer.Ordinal);
            foreach (string file in files)
            {
                System.Reflection.Assembly.LoadFrom(file);
            }
        }
    }
}
