using System;
using UnityEngine;

namespace UnityTools.Bridge
{
    /// <summary>Unity's built-in meshes, which every player has, by their names in project folders.</summary>
    internal static class BuiltIn
    {
        private const string Prefix = "builtin:";

        private static readonly string[] Meshes = { "Cube", "Sphere", "Capsule", "Cylinder", "Plane", "Quad" };

        /// <summary>`builtin:Cube`; null for any other mesh.</summary>
        internal static string Name(UnityEngine.Object asset)
        {
            string found = asset is Mesh ? Array.Find(Meshes, name => name == asset.name && Find(name) == asset) : null;
            return found == null ? null : Prefix + found;
        }

        /// <summary>Null if the text names no built-in mesh.</summary>
        internal static UnityEngine.Object Named(string text, Type type)
        {
            string name = text.StartsWith(Prefix, StringComparison.Ordinal) ? text.Substring(Prefix.Length) : "";
            return type.IsAssignableFrom(typeof(Mesh)) && Array.IndexOf(Meshes, name) >= 0 ? Find(name) : null;
        }

        private static UnityEngine.Object Find(string name)
        {
            // Unity replaced the round meshes and the plane once; the old ones are different meshes that still exist.
            bool anew = name != "Cube" && name != "Quad";
            return Resources.GetBuiltinResource(typeof(Mesh), (anew ? "New-" : "") + name + ".fbx");
        }
    }
}
