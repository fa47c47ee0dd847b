using System.Collections.Generic;
using System.Linq;
using UnityEngine;

namespace UnityDouble
{
    /// <summary>An instance of a prefab in a scene or in another prefab.</summary>
    // Follows the documents of the type PrefabInstance below shared/fixtures/unity.
    [FileClass(1001, "PrefabInstance", Version = 2)]
    public sealed class PrefabInstance : UnityEngine.Object
    {
        internal PrefabInstance()
        {
        }

        [Stored("double: guid")] internal string m_Guid = "";
        [Stored("double: root")] internal Pointer m_Root = new Pointer();
        [Stored("double: missing")] internal bool m_Missing = false;

        /// <summary>The instance's document with references by instance id.</summary>
        internal Node m_Document = Node.Map();

        /// <summary>The guid of the prefab.</summary>
        public string SourceGuid
        {
            get { return m_Guid; }
            internal set { m_Guid = value; }
        }

        /// <summary>The root of the instance; null if it is destroyed.</summary>
        public GameObject Root
        {
            get { return m_Root.Target as GameObject; }
            internal set { m_Root = new Pointer(value.m_InstanceID); }
        }

        /// <summary>Whether the prefab could not be loaded, so that the instance is kept as data with an empty object in its place.</summary>
        public bool IsMissing
        {
            get { return m_Missing; }
            internal set { m_Missing = value; }
        }

        /// <summary>All live objects that belong to the instance.</summary>
        public List<UnityEngine.Object> Objects
        {
            get
            {
                GameObject root = Root;
                List<UnityEngine.Object> all = root == null ? new List<UnityEngine.Object>() : Hierarchy.WithComponents(root);
                return all.FindAll(one => one.m_PrefabInstance.Id == m_InstanceID);
            }
        }

        internal Node Changes
        {
            get { return m_Document["m_Modification"]; }
        }

        /// <summary>The objects of the instance by the instance ids of their sources.</summary>
        internal Dictionary<int, UnityEngine.Object> BySource()
        {
            Dictionary<int, UnityEngine.Object> all = new Dictionary<int, UnityEngine.Object>();
            foreach (UnityEngine.Object one in Objects)
            {
                all[one.m_CorrespondingSourceObject.Id] = one;
            }
            return all;
        }

        /// <summary>Applies the document of the instance after the other objects of the file are read.</summary>
        internal void Finish(Node document, Dictionary<long, UnityEngine.Object> objects)
        {
            m_Document = ReferenceForms.ToState(document, objects);
            if (IsMissing || Changes == null)
            {
                return;
            }
            Dictionary<int, UnityEngine.Object> bySource = BySource();
            PrefabInstances.Apply(Changes["m_Modifications"], bySource);
            foreach (string removed in new[] { "m_RemovedComponents", "m_RemovedGameObjects" })
            {
                foreach (Node entry in Changes[removed] == null ? new List<Node>() : Changes[removed].Items)
                {
                    UnityEngine.Object gone;
                    if (bySource.TryGetValue(entry.AsId, out gone))
                    {
                        PrefabInstances.Take(gone);
                    }
                }
            }
        }
    }
}
