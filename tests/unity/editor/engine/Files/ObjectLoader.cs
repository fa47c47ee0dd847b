using System;
using System.Collections.Generic;
using System.Linq;
using UnityEngine;

namespace UnityDouble
{
    /// <summary>Creates the objects of one file: first all objects, then the instances of prefabs, then the values of all fields.</summary>
    internal sealed class ObjectLoader
    {
        private const int PrefabInstanceClass = 1001;
        private const int SceneRootsClass = 1660057539;
        private static readonly int[] SceneClasses = { 29, 104, 157, 196, SceneRootsClass };

        private readonly YamlFile file;
        private readonly string guid;
        private readonly int type;
        private readonly Dictionary<long, UnityEngine.Object> objects = new Dictionary<long, UnityEngine.Object>();
        private readonly List<YamlDocument> own = new List<YamlDocument>();
        private readonly List<YamlDocument> instances = new List<YamlDocument>();
        private readonly List<YamlDocument> stripped = new List<YamlDocument>();
        private readonly List<YamlDocument> kept = new List<YamlDocument>();

        /// <param name="guid">Null for a scene, whose objects are no assets.</param>
        /// <param name="type">The type number of references to the file.</param>
        internal ObjectLoader(YamlFile file, string guid, int type)
        {
            this.file = file;
            this.guid = guid;
            this.type = type;
        }

        internal Dictionary<long, UnityEngine.Object> Objects
        {
            get { return objects; }
        }

        /// <summary>Documents that are no objects, and stripped ones.</summary>
        internal List<YamlDocument> Kept
        {
            get { return kept; }
        }

        internal List<long> Order
        {
            get { return file.Documents.ConvertAll(document => document.FileId); }
        }

        /// <summary>The roots in their order.</summary>
        internal List<GameObject> Load()
        {
            foreach (YamlDocument document in file.Documents)
            {
                Sort(document);
            }
            own.ForEach(document => objects[document.FileId] = Create(document));
            Expand();
            foreach (YamlDocument document in own)
            {
                objects[document.FileId].m_Kept = null;
                SerializedForm.Write(objects[document.FileId], ReferenceForms.ToState(document.Node, objects));
            }
            foreach (YamlDocument document in instances)
            {
                ((PrefabInstance)objects[document.FileId]).Finish(document.Node, objects);
            }
            Mend();
            return Roots();
        }

        private void Sort(YamlDocument document)
        {
            if (document.IsStripped)
            {
                stripped.Add(document);
                kept.Add(document);
            }
            else if (document.ClassId == PrefabInstanceClass)
            {
                instances.Add(document);
            }
            else if (guid == null && (Array.IndexOf(SceneClasses, document.ClassId) >= 0 || (document.ClassId != 1 && document.Node["m_GameObject"] == null)))
            {
                kept.Add(document);
            }
            else
            {
                own.Add(document);
            }
        }

        private UnityEngine.Object Create(YamlDocument document)
        {
            bool script = document.ClassId == 114;
            Type known = script ? Script(document.Node) : ClassIds.TypeOf(document.ClassId);
            bool component = document.Node["m_GameObject"] != null;
            Type made = known ?? (script ? typeof(MissingScript) : component ? typeof(UnknownComponent) : typeof(UnknownObject));
            UnityEngine.Object one = Make(made, document.FileId);
            UnknownComponent unknown = one as UnknownComponent;
            UnknownObject other = one as UnknownObject;
            if (!ReferenceEquals(unknown, null))
            {
                unknown.m_ClassId = document.ClassId;
                unknown.m_ClassName = document.ClassName;
            }
            if (!ReferenceEquals(other, null))
            {
                other.m_ClassId = document.ClassId;
                other.m_ClassName = document.ClassName;
            }
            return one;
        }

        private static Type Script(Node node)
        {
            FileReference file = ReferenceForms.File(node["m_Script"]);
            Type found = file == null || World.Assets == null ? null : World.Assets.ScriptType(file);
            return found != null && (typeof(MonoBehaviour).IsAssignableFrom(found) || typeof(ScriptableObject).IsAssignableFrom(found)) ? found : null;
        }

        /// <summary>Whether an object of the file has the transform with that number as a child.</summary>
        internal bool IsChild(long number)
        {
            return own.Exists(document => document.Node["m_Children"] != null && document.Node["m_Children"].Items.Exists(child => Number(child) == number));
        }

        /// <summary>A new object, or the one that an asset already has.</summary>
        internal UnityEngine.Object Make(Type made, long number)
        {
            int id = guid == null ? World.NewFileId() : World.IdOf(new FileReference(guid, number, type));
            UnityEngine.Object old = World.Find(id);
            if (!ReferenceEquals(old, null) && old.GetType() == made)
            {
                return old;
            }
            World.Remove(old);
            UnityEngine.Object one = World.Create(made, id);
            one.m_FileId = number;
            return one;
        }

        /// <summary>Expands the instances of prefabs; one whose parent is in another instance comes after that one.</summary>
        private void Expand()
        {
            List<YamlDocument> waiting = new List<YamlDocument>(instances);
            foreach (YamlDocument document in instances)
            {
                objects[document.FileId] = Make(typeof(PrefabInstance), document.FileId);
            }
            while (waiting.Count > 0)
            {
                YamlDocument next = waiting.Find(document => IsReady(document)) ?? waiting[0];
                waiting.Remove(next);
                PrefabExpansion expansion = new PrefabExpansion(this, next, stripped.FindAll(one => Number(one.Node["m_PrefabInstance"]) == next.FileId));
                expansion.Run();
            }
        }

        private bool IsReady(YamlDocument instance)
        {
            Node changes = instance.Node["m_Modification"];
            long parent = changes == null ? 0 : Number(changes["m_TransformParent"]);
            return parent == 0 || objects.ContainsKey(parent);
        }

        internal static long Number(Node reference)
        {
            return reference == null || reference.Kind != NodeKind.Map || reference["fileID"] == null ? 0 : reference["fileID"].AsWhole;
        }

        /// <summary>Makes the lists of components and children agree with what the components and children themselves refer to.</summary>
        private void Mend()
        {
            foreach (GameObject one in objects.Values.OfType<GameObject>().Where(one => one.m_Alive).ToList())
            {
                one.m_Component.RemoveAll(entry => ReferenceEquals(entry.component, null) || !entry.component.m_Alive);
            }
            foreach (Component component in objects.Values.OfType<Component>().Where(one => one.m_Alive).ToList())
            {
                GameObject owner = component.m_GameObject;
                if (!ReferenceEquals(owner, null) && !owner.m_Component.Exists(entry => ReferenceEquals(entry.component, component)))
                {
                    owner.m_Component.Add(new ComponentEntry { component = component });
                }
            }
            foreach (Transform transform in objects.Values.OfType<Transform>().Where(one => one.m_Alive).ToList())
            {
                transform.m_Children.RemoveAll(child => ReferenceEquals(child, null) || !child.m_Alive);
            }
            foreach (Transform transform in objects.Values.OfType<Transform>().Where(one => one.m_Alive).OrderBy(one => RootOrder(one)).ToList())
            {
                Transform father = transform.m_Father;
                if (!ReferenceEquals(father, null) && !father.m_Alive)
                {
                    transform.m_Father = null;
                }
                else if (!ReferenceEquals(father, null) && !father.m_Children.Contains(transform))
                {
                    father.m_Children.Add(transform);
                }
            }
        }

        /// <summary>The position that files had before Unity 2022.</summary>
        private static long RootOrder(Transform transform)
        {
            Node order = transform.m_Kept == null ? null : transform.m_Kept["m_RootOrder"];
            return order == null ? 0 : order.AsWhole;
        }

        private List<GameObject> Roots()
        {
            List<Transform> roots = objects.Values.OfType<Transform>().Distinct().Where(one => one.m_Alive && ReferenceEquals(one.m_Father, null) && !ReferenceEquals(one.m_GameObject, null)).ToList();
            YamlDocument listed = kept.Find(document => document.ClassId == SceneRootsClass);
            List<GameObject> order = new List<GameObject>();
            foreach (Node entry in listed == null || listed.Node["m_Roots"] == null ? new List<Node>() : listed.Node["m_Roots"].Items)
            {
                UnityEngine.Object found;
                objects.TryGetValue(Number(entry), out found);
                PrefabInstance instance = found as PrefabInstance;
                Transform root = ReferenceEquals(instance, null) ? found as Transform : ReferenceEquals(instance.Root, null) ? null : instance.Root.Own;
                if (!ReferenceEquals(root, null) && roots.Remove(root))
                {
                    order.Add(root.m_GameObject);
                }
            }
            order.AddRange(roots.OrderBy(one => RootOrder(one)).Select(one => one.m_GameObject));
            return order;
        }
    }
}
