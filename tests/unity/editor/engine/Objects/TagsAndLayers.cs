using System;
using System.Collections.Generic;
using UnityDouble;

namespace UnityEngine
{
    /// <summary>A set of layers.</summary>
    // Follows Runtime/Export/Scripting/LayerMask.bindings.cs: members.
    public struct LayerMask
    {
        private int m_Mask;

        public int value
        {
            get { return m_Mask; }
            set { m_Mask = value; }
        }

        public static implicit operator int(LayerMask mask)
        {
            return mask.m_Mask;
        }

        public static implicit operator LayerMask(int intVal)
        {
            return new LayerMask { m_Mask = intVal };
        }

        public static string LayerToName(int layer)
        {
            return layer >= 0 && layer < 32 ? Tags.Layers[layer] : "";
        }

        public static int NameToLayer(string layerName)
        {
            return string.IsNullOrEmpty(layerName) ? -1 : Array.IndexOf(Tags.Layers, layerName);
        }

        public static int GetMask(params string[] layerNames)
        {
            if (layerNames == null)
            {
                throw new ArgumentNullException("layerNames");
            }
            int mask = 0;
            foreach (string name in layerNames)
            {
                int layer = NameToLayer(name);
                mask |= layer < 0 ? 0 : 1 << layer;
            }
            return mask;
        }
    }
}

namespace UnityDouble
{
    /// <summary>The tags and layers of the project.</summary>
    // Follows Unity's manual page "Tags and Layers": the built-in ones.
    public static class Tags
    {
        private static readonly string[] BuiltIn = { "Untagged", "Respawn", "Finish", "EditorOnly", "MainCamera", "Player", "GameController" };
        private static readonly List<string> Own = new List<string>();
        private static readonly string[] Names = BuiltInLayers();

        private static string[] BuiltInLayers()
        {
            string[] names = new string[32];
            for (int at = 0; at < 32; at++)
            {
                names[at] = "";
            }
            names[0] = "Default";
            names[1] = "TransparentFX";
            names[2] = "Ignore Raycast";
            names[4] = "Water";
            names[5] = "UI";
            return names;
        }

        /// <summary>All tags, the built-in ones first.</summary>
        public static string[] All
        {
            get
            {
                List<string> all = new List<string>(BuiltIn);
                all.AddRange(Own);
                return all.ToArray();
            }
        }

        /// <summary>The names of the 32 layers; empty for unnamed ones.</summary>
        public static string[] Layers
        {
            get { return (string[])Names.Clone(); }
        }

        /// <summary>Reads the text of `ProjectSettings/TagManager.asset`.</summary>
        public static void Read(string tagManager)
        {
            Own.Clear();
            string[] builtIn = BuiltInLayers();
            Array.Copy(builtIn, Names, 32);
            foreach (YamlDocument document in YamlFile.Read(tagManager).Documents)
            {
                Node tags = document.Node["tags"];
                foreach (Node tag in tags == null ? new List<Node>() : tags.Items)
                {
                    Own.Add(tag.AsText);
                }
                Node layers = document.Node["layers"];
                for (int at = 0; layers != null && at < layers.Items.Count && at < 32; at++)
                {
                    Names[at] = layers.Items[at].AsText.Length == 0 ? builtIn[at] : layers.Items[at].AsText;
                }
            }
        }

        /// <exception cref="UnityEngine.UnityException">The project has no such tag.</exception>
        internal static string Defined(string tag)
        {
            if (tag == null || (Array.IndexOf(BuiltIn, tag) < 0 && !Own.Contains(tag)))
            {
                throw new UnityEngine.UnityException("Tag: " + tag + " is not defined.");
            }
            return tag;
        }
    }
}
