using System.Collections.Generic;
using UnityEngine;

namespace UnityDouble
{
    /// <summary>Unity's own assets, which scenes refer to by fixed guids and numbers.</summary>
    // The numbers are in each scene that Unity wrote; the names are those of Resources.GetBuiltinResource in Unity's manual.
    public static class BuiltInAssets
    {
        internal const string DefaultGuid = "0000000000000000e000000000000000";
        internal const string ExtraGuid = "0000000000000000f000000000000000";

        private sealed class Entry
        {
            internal string Name;
            internal string File;
            internal Vector3 Size;
        }

        private static readonly Dictionary<long, Entry> Meshes = new Dictionary<long, Entry>
        {
            { 10202, new Entry { Name = "Cube", File = "Cube.fbx", Size = Vector3.one } },
            { 10206, new Entry { Name = "Cylinder", File = "New-Cylinder.fbx", Size = new Vector3(1F, 2F, 1F) } },
            { 10207, new Entry { Name = "Sphere", File = "New-Sphere.fbx", Size = Vector3.one } },
            { 10208, new Entry { Name = "Capsule", File = "New-Capsule.fbx", Size = new Vector3(1F, 2F, 1F) } },
            { 10209, new Entry { Name = "Plane", File = "New-Plane.fbx", Size = new Vector3(10F, 0F, 10F) } },
            { 10210, new Entry { Name = "Quad", File = "Quad.fbx", Size = new Vector3(1F, 1F, 0F) } }
        };

        private static readonly Dictionary<long, string> Materials = new Dictionary<long, string>
        {
            { 10303, "Default-Material" },
            { 10301, "Default-Particle" },
            { 10306, "Default-Line" },
            { 10308, "Default-ParticleSystem" },
            { 10754, "Sprites-Default" }
        };

        private static readonly Dictionary<long, string> Shaders = new Dictionary<long, string>
        {
            { 46, "Standard" },
            { 45, "Standard (Specular setup)" },
            { 7, "Legacy Shaders/Diffuse" },
            { 10753, "Sprites/Default" }
        };

        /// <summary>Null if it is not one of Unity's own assets that the double imitates: the meshes of the primitives, some materials and some shaders.</summary>
        public static UnityEngine.Object Find(FileReference file)
        {
            bool isMesh = file.Guid == DefaultGuid && Meshes.ContainsKey(file.FileId);
            bool isShader = file.Guid == ExtraGuid && Shaders.ContainsKey(file.FileId);
            if (!isMesh && !isShader && !(file.Guid == ExtraGuid && Materials.ContainsKey(file.FileId)))
            {
                return null;
            }
            int id = World.IdOf(file);
            UnityEngine.Object found = World.Find(id);
            if (found != null)
            {
                return found;
            }
            if (isMesh)
            {
                Mesh mesh = (Mesh)World.Create(typeof(Mesh), id);
                Entry entry = Meshes[file.FileId];
                mesh.m_Name = entry.Name;
                mesh.bounds = new Bounds(Vector3.zero, entry.Size);
                mesh.m_ObjectHideFlags = HideFlags.NotEditable;
                return mesh;
            }
            if (isShader)
            {
                UnityEngine.Shader shader = (UnityEngine.Shader)World.Create(typeof(UnityEngine.Shader), id);
                shader.m_Name = Shaders[file.FileId];
                shader.m_ObjectHideFlags = HideFlags.NotEditable;
                return shader;
            }
            Material material = (Material)World.Create(typeof(Material), id);
            material.m_Name = Materials[file.FileId];
            material.m_ObjectHideFlags = HideFlags.NotEditable;
            return material;
        }

        /// <summary>A shader by its name; null if unknown.</summary>
        internal static UnityEngine.Object Shader(string name)
        {
            foreach (KeyValuePair<long, string> entry in Shaders)
            {
                if (entry.Value == name)
                {
                    return Find(new FileReference(ExtraGuid, entry.Key, 0));
                }
            }
            return null;
        }

        /// <summary>The file of Unity's own assets with that guid; null for another guid.</summary>
        public static string PathOf(string guid)
        {
            return guid == DefaultGuid ? "Library/unity default resources" : guid == ExtraGuid ? "Resources/unity_builtin_extra" : null;
        }

        /// <summary>A mesh by its file name, such as `Cube.fbx`; null if unknown.</summary>
        internal static UnityEngine.Object Named(string file)
        {
            foreach (KeyValuePair<long, Entry> entry in Meshes)
            {
                if (entry.Value.File == file)
                {
                    return Find(new FileReference(DefaultGuid, entry.Key, 0));
                }
            }
            return null;
        }
    }
}
