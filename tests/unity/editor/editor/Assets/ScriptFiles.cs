using System;
using System.Collections.Generic;
using System.IO;
using System.Reflection;
using UnityEditor;
using UnityEngine;

namespace UnityDouble
{
    /// <summary>Which script file belongs to which class: the file has the name of the class.</summary>
    // Follows the manual, "Creating and using scripts": class name and file name must be the same.
    internal static class ScriptFiles
    {
        internal const long ScriptId = 11500000;
        private static readonly Dictionary<string, Type> classByName = new Dictionary<string, Type>(StringComparer.Ordinal);
        private static bool known;

        internal static Type ClassOf(string path)
        {
            if (path == null || !path.EndsWith(".cs", StringComparison.Ordinal))
            {
                return null;
            }
            Find();
            return classByName.TryGetValue(Path.GetFileNameWithoutExtension(path), out Type type) ? type : null;
        }

        /// <summary>Returns the path of the file of a class, or null.</summary>
        internal static string PathOf(Type type)
        {
            Find();
            if (!classByName.TryGetValue(type.Name, out Type known) || known != type)
            {
                return null;
            }
            foreach (AssetEntry entry in AssetList.All)
            {
                if (entry.Path.EndsWith("/" + type.Name + ".cs", StringComparison.Ordinal))
                {
                    return entry.Path;
                }
            }
            return null;
        }

        internal static MonoScript Script(Type type)
        {
            string path = PathOf(type);
            return path == null ? null : AssetDatabase.LoadAssetAtPath<MonoScript>(path);
        }

        private static void Find()
        {
            if (known)
            {
                return;
            }
            known = true;
            foreach (System.Reflection.Assembly assembly in AppDomain.CurrentDomain.GetAssemblies())
            {
                string name = assembly.GetName().Name;
                if (name != ScriptSources.Game && name != ScriptSources.Editor)
                {
                    continue;
                }
                foreach (Type type in TypeCache.TypesOf(assembly))
                {
                    bool isScript = typeof(MonoBehaviour).IsAssignableFrom(type) || typeof(ScriptableObject).IsAssignableFrom(type);
                    if (!type.IsNested && (isScript || !classByName.ContainsKey(type.Name)))
                    {
                        classByName[type.Name] = type;
                    }
                }
            }
        }
    }
}
