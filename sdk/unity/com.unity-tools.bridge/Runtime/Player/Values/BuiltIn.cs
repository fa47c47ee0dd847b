using System;
using UnityEngine;

namespace UnityTools.Bridge
{
    /// <summary>Unity's own meshes, which every player has, by the names that a project folder gives them.</summary>
    internal static class BuiltIn
    {
        private const string Prefix = "builtin:";

        private static readonly string[] Meshes = { "Cube", "Sphere", "Capsule", "Cylinder", "Plane", "Quad" };

        /// <summary>`builtin:Cube`; null for what is none of them.</summary>
        internal static string Name(UnityEngine.Object asset)
        {
            string found = asset is Mesh ? Array.Find(Meshes, name => name == asset.name && Find(name) == asset) : null;
            return found == null ? null : Prefix + found;
        }

        /// <summary>Null where the text names none.</summary>
        internal static UnityEngine.Object Named(string text, Type type)
        {
            string name = text.StartsWith(Prefix, StringComparison.Ordinal) ? text.Substring(Prefix.Length) : "";
            return type.IsAssignableFrom(typeof(Mesh)) && Array.IndexOf(Meshes, name) >= 0 ? Find(name) : null;
        }

        private static UnityEngine.Object Find(string name)
        {
            // The round ones and the plane were made anew once; the old ones are other meshes and still there.
            bool anew = name != "Cube" && name != "Quad";
            return Resources.GetBuiltinResource(typeof(Mesh), (anew ? "New-" : "") + name + ".fbx");
        }
    }
}
