using System.Collections.Generic;
using System.Linq;
using UnityEngine;

namespace UnityDouble
{
    /// <summary>Links between the objects of prefab instances and the objects of their prefab files.</summary>
    public static class PrefabLinks
    {
        /// <summary>The object of the prefab file that an object of an instance was copied from; null for other objects.</summary>
        public static UnityEngine.Object Source(UnityEngine.Object of)
        {
            return of == null ? null : of.m_CorrespondingSourceObject.Target;
        }

        /// <summary>The instance that an object belongs to; null for other objects. An object added to an instance does not belong to it.</summary>
        public static PrefabInstance Instance(UnityEngine.Object of)
        {
            return of == null ? null : of.m_PrefabInstance.Target as PrefabInstance;
        }

        /// <summary>All instances of loaded scenes and prefab files.</summary>
        public static List<PrefabInstance> Instances
        {
            get { return World.All.OfType<PrefabInstance>().ToList(); }
        }

        /// <summary>Creates an instance of a prefab in a scene, without awaking its scripts. With a parent, the scene is the parent's.</summary>
        // Follows Unity's manual page of PrefabUtility.InstantiatePrefab.
        public static GameObject Instantiate(LoadedFile prefab, SceneData into, Transform parent)
        {
            PrefabInstance instance = (PrefabInstance)World.Create(typeof(PrefabInstance), 0);
            Dictionary<int, UnityEngine.Object> copies = new Dictionary<int, UnityEngine.Object>();
            List<UnityEngine.Object> sources = Hierarchy.WithComponents(prefab.Root);
            sources.ForEach(source => copies.Add(source.m_InstanceID, World.Create(source.GetType(), 0)));
            foreach (UnityEngine.Object source in sources)
            {
                UnityEngine.Object copy = copies[source.m_InstanceID];
                PrefabInstances.CopyState(source, copy, copies);
                copy.m_PrefabInstance = new Pointer(instance.m_InstanceID);
            }
            GameObject root = (GameObject)copies[prefab.Root.m_InstanceID];
            root.Own.m_Father = null;
            instance.SourceGuid = prefab.Guid;
            instance.Root = root;
            instance.m_Document = NewDocument(prefab);
            if (parent == null)
            {
                SceneData.Move(root, into);
            }
            else
            {
                root.Own.Attach(parent, false);
            }
            return root;
        }

        /// <summary>The document of an instance without changes but Unity's default ones: the name and the place of the root.</summary>
        private static Node NewDocument(LoadedFile prefab)
        {
            Node modifications = Node.List(PrefabInstances.Entry(prefab.Root.m_InstanceID, "m_Name", Node.Text(prefab.Root.m_Name)));
            Transform own = prefab.Root.Own;
            Node state = SerializedForm.Read(own);
            string[] paths = { "m_LocalPosition.x", "m_LocalPosition.y", "m_LocalPosition.z", "m_LocalRotation.w", "m_LocalRotation.x", "m_LocalRotation.y", "m_LocalRotation.z",
                "m_LocalEulerAnglesHint.x", "m_LocalEulerAnglesHint.y", "m_LocalEulerAnglesHint.z" };
            foreach (string path in paths)
            {
                modifications.Items.Add(PrefabInstances.Entry(own.m_InstanceID, path, state.Find(path)));
            }
            Node changes = Node.Map().With("serializedVersion", Node.Number(3)).With("m_TransformParent", Node.Reference(0)).With("m_Modifications", modifications)
                .With("m_RemovedComponents", Node.List()).With("m_RemovedGameObjects", Node.List()).With("m_AddedGameObjects", Node.List()).With("m_AddedComponents", Node.List());
            return Node.Map().With("m_ObjectHideFlags", Node.Number(0)).With("serializedVersion", Node.Number(2)).With("m_Modification", changes)
                .With("m_SourcePrefab", Node.Reference(World.IdOf(new FileReference(prefab.Guid, 100100000, 3))));
        }

        /// <summary>Breaks the link of an instance: its objects become ordinary objects of the scene.</summary>
        public static void Unpack(PrefabInstance instance)
        {
            foreach (UnityEngine.Object one in instance.Objects)
            {
                one.m_CorrespondingSourceObject = new Pointer();
                one.m_PrefabInstance = new Pointer();
            }
            World.Remove(instance);
        }

        /// <summary>The modifications of an instance as its file would contain them now.</summary>
        public static List<PrefabModification> Modifications(PrefabInstance of)
        {
            List<PrefabModification> all = new List<PrefabModification>();
            foreach (Node entry in of.Changes == null ? new List<Node>() : new PrefabChanges(of).Modifications().Items)
            {
                int target = PrefabInstances.Target(entry);
                all.Add(new PrefabModification
                {
                    Target = World.FileOf(target),
                    TargetId = target,
                    Path = PrefabInstances.Path(entry),
                    Value = entry["value"] == null ? "" : entry["value"].AsText,
                    Reference = entry["objectReference"] == null ? 0 : entry["objectReference"].AsId
                });
            }
            return all;
        }

        /// <summary>Replaces the modifications of an instance and applies them. Values that the new list does not contain return to the prefab's.</summary>
        public static void SetModifications(PrefabInstance of, IList<PrefabModification> modifications)
        {
            Dictionary<int, UnityEngine.Object> bySource = of.BySource();
            foreach (PrefabModification old in Modifications(of))
            {
                if (!modifications.Any(one => one.TargetId == old.TargetId && one.Path == old.Path))
                {
                    Revert(old, bySource);
                }
            }
            Node list = Node.List();
            foreach (PrefabModification one in modifications)
            {
                Node value = one.Reference != 0 ? Node.Reference(one.Reference) : Node.Text(one.Value);
                list.Items.Add(PrefabInstances.Entry(one.TargetId, one.Path, value));
            }
            of.Changes["m_Modifications"] = list;
            PrefabInstances.Apply(list, bySource);
        }

        private static void Revert(PrefabModification old, Dictionary<int, UnityEngine.Object> bySource)
        {
            UnityEngine.Object one;
            UnityEngine.Object source = World.Find(old.TargetId);
            if (source == null || !bySource.TryGetValue(old.TargetId, out one))
            {
                return;
            }
            Node original = SerializedForm.Read(source).Copy(id => bySource.ContainsKey(id) ? bySource[id].m_InstanceID : id).Find(old.Path);
            Node state = SerializedForm.Read(one);
            if (original != null && state.Replace(old.Path, original))
            {
                SerializedForm.Write(one, state);
            }
        }

        /// <summary>Removes the instances whose objects were destroyed.</summary>
        public static void Forget(SceneData scene)
        {
            foreach (PrefabInstance instance in Instances)
            {
                if (instance.Root == null && World.FileOf(instance.m_InstanceID) == null)
                {
                    World.Remove(instance);
                }
            }
        }
    }

    /// <summary>A changed value of a prefab instance.</summary>
    public sealed class PrefabModification
    {
        /// <summary>The object of the prefab file; null if it is unknown.</summary>
        public FileReference Target { get; set; }

        /// <summary>The instance id of the object of the prefab file.</summary>
        public int TargetId { get; set; }

        /// <summary>Such as `m_LocalPosition.x`.</summary>
        public string Path { get; set; }

        /// <summary>The value as text; empty for references.</summary>
        public string Value { get; set; }

        /// <summary>The instance id of a referenced object; 0 for other values.</summary>
        public int Reference { get; set; }
    }
}
