using System.Collections.Generic;
using UnityEngine;

namespace UnityDouble
{
    /// <summary>A scene: its roots, its file and its state.</summary>
    public sealed class SceneData
    {
        internal SceneData(int handle)
        {
            Handle = handle;
            Name = "";
            Path = "";
            Guid = "";
            Roots = new List<GameObject>();
            Kept = new List<YamlDocument>();
            Order = new List<long>();
        }

        public int Handle { get; private set; }

        public string Name { get; set; }

        /// <summary>`Assets/Main.unity`; empty for a scene without a file.</summary>
        public string Path { get; set; }

        public string Guid { get; set; }

        public bool IsLoaded { get; set; }

        public bool IsDirty { get; set; }

        /// <summary>Whether it is the scene of objects that survive the load of other scenes.</summary>
        public bool IsPersistent { get; set; }

        /// <summary>Whether it is a scene that lists of scenes do not contain and that does not play.</summary>
        public bool IsPreview { get; set; }

        /// <summary>The roots in their order.</summary>
        public List<GameObject> Roots { get; private set; }

        /// <summary>Documents of the file that are no objects, such as render settings.</summary>
        public List<YamlDocument> Kept { get; private set; }

        /// <summary>Whether maps on one line break into lines after 80 characters in the file.</summary>
        public bool BreaksFlow { get; set; }

        /// <summary>The numbers of the documents in the order of the file.</summary>
        public List<long> Order { get; private set; }

        public UnityEngine.SceneManagement.Scene Scene
        {
            get { return new UnityEngine.SceneManagement.Scene(Handle); }
        }

        /// <summary>All game objects, depth first.</summary>
        public List<GameObject> AllObjects()
        {
            List<GameObject> all = new List<GameObject>();
            Roots.ForEach(root => Hierarchy.Add(root, all));
            return all;
        }

        /// <summary>Appends a root to the roots of a scene and removes it from its former scene; null removes it only.</summary>
        internal static void Move(GameObject root, SceneData to)
        {
            SceneData from = World.SceneOf(root.m_SceneHandle);
            if (from != null)
            {
                from.Roots.Remove(root);
            }
            root.m_SceneHandle = to == null ? 0 : to.Handle;
            if (to != null)
            {
                to.Roots.Add(root);
            }
        }
    }

    /// <summary>Iterates over hierarchies.</summary>
    public static class Hierarchy
    {
        /// <summary>The object and its descendants, depth first.</summary>
        public static List<GameObject> Of(GameObject top)
        {
            List<GameObject> all = new List<GameObject>();
            Add(top, all);
            return all;
        }

        internal static void Add(GameObject one, List<GameObject> to)
        {
            to.Add(one);
            Transform own = one.Own;
            if (!ReferenceEquals(own, null))
            {
                own.m_Children.ForEach(child => Add(child.m_GameObject, to));
            }
        }

        /// <summary>The game objects, each followed by its components.</summary>
        public static List<UnityEngine.Object> WithComponents(GameObject top)
        {
            List<UnityEngine.Object> all = new List<UnityEngine.Object>();
            foreach (GameObject one in Of(top))
            {
                all.Add(one);
                one.m_Component.ForEach(entry => all.Add(entry.component));
            }
            return all;
        }
    }
}
