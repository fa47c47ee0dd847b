using System;
using System.Collections.Generic;
using UnityEditor;
using UnityEngine;
using Object = UnityEngine.Object;

namespace UnityDouble
{
    /// <summary>Writes differences of an instance into its prefab.</summary>
    internal static class PrefabApply
    {
        /// <summary>Applies the properties of one object for which the condition is true.</summary>
        internal static void Properties(Object one, Predicate<string> which)
        {
            Object source = PrefabLinks.Source(one);
            if (source == null)
            {
                return;
            }
            Node form = SerializedForm.Read(source);
            foreach (NodeDifference difference in NodeDifference.Between(form, PrefabMap.ToSource(SerializedForm.Read(one))))
            {
                foreach (NodeDifference leaf in difference.Leaves())
                {
                    if (which(leaf.Path))
                    {
                        form.Replace(difference.Path, difference.After.Copy());
                        break;
                    }
                }
            }
            SerializedForm.Write(source, form);
            RemoveOverrides(PrefabLinks.Instance(one), source, which);
        }

        // Follows Editor/Mono/Prefabs/PrefabUtility.cs: ApplySinglePropertyAndRemoveOverride.
        private static void RemoveOverrides(PrefabInstance instance, Object source, Predicate<string> which)
        {
            List<PrefabModification> all = PrefabLinks.Modifications(instance);
            List<PrefabModification> left = all.FindAll(delegate(PrefabModification each) { return each.TargetId != source.m_InstanceID || !which(each.Path); });
            if (left.Count < all.Count)
            {
                PrefabLinks.SetModifications(instance, left);
            }
        }

        internal static void AddedComponent(Component component)
        {
            GameObject owner = PrefabLinks.Source(component.gameObject) as GameObject;
            PrefabInstance instance = PrefabLinks.Instance(component.gameObject);
            if (owner == null || instance == null)
            {
                throw new ArgumentException("component " + component.GetType().Name + " is not on an object of a prefab instance");
            }
            LoadedFile file = FileOf(instance);
            Component made = (Component)World.Create(component.GetType(), 0);
            SerializedForm.CopyKind(component, made);
            made.m_GameObject = owner;
            owner.m_Component.Add(new ComponentEntry { component = made });
            Adopt(file, made);
            new PrefabMap(instance).Link(component, made);
            PrefabPropagation.WriteValues(made, PrefabMap.ToSource(SerializedForm.Read(component)));
        }

        internal static void AddedObject(GameObject added)
        {
            Transform parent = added.transform.parent;
            GameObject owner = parent == null ? null : PrefabLinks.Source(parent.gameObject) as GameObject;
            PrefabInstance instance = parent == null ? null : PrefabLinks.Instance(parent.gameObject);
            if (owner == null || instance == null)
            {
                throw new ArgumentException("object " + added.name + " is not below an object of a prefab instance");
            }
            LoadedFile file = FileOf(instance);
            PrefabMap map = new PrefabMap(instance);
            Dictionary<int, Object> copies = Cloning.CopyAll(added);
            GameObject root = (GameObject)copies[added.m_InstanceID];
            root.transform.m_Father = owner.transform;
            owner.transform.m_Children.Add(root.transform);
            foreach (KeyValuePair<int, Object> copy in copies)
            {
                Adopt(file, copy.Value);
                map.Link(World.Find(copy.Key), copy.Value);
            }
            foreach (Object copy in copies.Values)
            {
                PrefabPropagation.WriteValues(copy, PrefabMap.ToSource(SerializedForm.Read(copy)));
            }
        }

        internal static void Removed(Object assetObject)
        {
            FileReference reference = World.FileOf(assetObject.m_InstanceID);
            LoadedFile file = World.Assets.Prefab(reference.Guid);
            GameObject top = assetObject as GameObject;
            foreach (Object one in top == null ? new List<Object> { assetObject } : Hierarchy.WithComponents(top))
            {
                file.Objects.Remove(one.m_FileId);
            }
            Object.DestroyImmediate(assetObject, true);
        }

        /// <summary>Writes the file of the prefab and updates all instances.</summary>
        internal static void Finish(LoadedFile file)
        {
            string path = AssetDatabase.GUIDToAssetPath(file.Guid);
            AssetWriter.Write(path, file);
            PrefabPropagation.Run(file);
            AssetImports.Imported(path);
        }

        internal static LoadedFile FileOf(PrefabInstance instance)
        {
            LoadedFile file = World.Assets.Prefab(instance.SourceGuid);
            if (file == null)
            {
                throw new ArgumentException("the prefab of the instance is missing: " + instance.SourceGuid);
            }
            return file;
        }

        private static void Adopt(LoadedFile file, Object made)
        {
            made.m_CorrespondingSourceObject = new Pointer();
            made.m_PrefabInstance = new Pointer();
            made.m_FileId = PrefabWriter.NewFileId(file);
            World.SetFile(made.m_InstanceID, new FileReference(file.Guid, made.m_FileId, 3));
            file.Objects[made.m_FileId] = made;
        }
    }
}
