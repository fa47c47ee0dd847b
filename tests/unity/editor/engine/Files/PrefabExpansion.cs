using System;
using System.Collections.Generic;
using System.Linq;
using UnityEngine;

namespace UnityDouble
{
    /// <summary>Creates the objects of one instance of a prefab: copies of the prefab's objects with the instance's modifications.</summary>
    // Follows Unity's manual page "Instance overrides"; the numbers of objects in instances are those of the files below shared/fixtures/unity.
    internal sealed class PrefabExpansion
    {
        /// <summary>The numbers of the root of each imported model.</summary>
        private const long ModelRoot = 919132149155446097;
        private const long ModelRootTransform = -8679921383154817045;

        private readonly ObjectLoader loader;
        private readonly YamlDocument document;
        private readonly List<YamlDocument> stripped;
        private readonly PrefabInstance instance;

        internal PrefabExpansion(ObjectLoader loader, YamlDocument document, List<YamlDocument> stripped)
        {
            this.loader = loader;
            this.document = document;
            this.stripped = stripped;
            instance = (PrefabInstance)loader.Objects[document.FileId];
        }

        internal void Run()
        {
            FileReference source = ReferenceForms.File(document.Node["m_SourcePrefab"]);
            instance.SourceGuid = source == null ? "" : source.Guid;
            LoadedFile prefab = source == null || World.Assets == null ? null : World.Assets.Prefab(source.Guid);
            instance.IsMissing = prefab == null || prefab.Root == null;
            if (instance.IsMissing)
            {
                Placeholder();
            }
            else
            {
                Copy(prefab);
            }
            Node changes = document.Node["m_Modification"];
            long parent = changes == null ? 0 : ObjectLoader.Number(changes["m_TransformParent"]);
            UnityEngine.Object above;
            Transform father = loader.Objects.TryGetValue(parent, out above) ? above as Transform : null;
            if (!ReferenceEquals(father, null))
            {
                instance.Root.Own.m_Father = father;
            }
        }

        /// <summary>
        /// An empty object in the place of an instance whose prefab cannot be loaded, with an empty child for each other object of the instance that
        /// the file refers to.
        /// </summary>
        private void Placeholder()
        {
            YamlDocument own = stripped.Find(one => IsTransform(one) && (Source(one) == ModelRootTransform || loader.IsChild(one.FileId))) ?? stripped.Find(IsTransform);
            YamlDocument rootObject = stripped.Find(one => one.ClassId == 1 && Source(one) == ModelRoot);
            GameObject root = Empty(rootObject, own, PrefabNumbers.Combined(document.FileId, 1), PrefabNumbers.Combined(document.FileId, 4));
            root.m_Name = Name();
            instance.Root = root;
            foreach (YamlDocument one in stripped)
            {
                bool isObject = one.ClassId == 1 && one != rootObject;
                if (isObject || (IsTransform(one) && one != own))
                {
                    GameObject child = Empty(isObject ? one : null, isObject ? null : one, PrefabNumbers.Combined(document.FileId, one.FileId ^ 1), PrefabNumbers.Combined(document.FileId, one.FileId ^ 4));
                    child.m_Name = "Missing object " + Source(one);
                    child.Own.m_Father = root.Own;
                    root.Own.m_Children.Add(child.Own);
                }
            }
        }

        private static bool IsTransform(YamlDocument one)
        {
            return one.ClassId == 4 || one.ClassId == 224;
        }

        private static long Source(YamlDocument one)
        {
            return ObjectLoader.Number(one.Node["m_CorrespondingSourceObject"]);
        }

        private GameObject Empty(YamlDocument forObject, YamlDocument forTransform, long objectNumber, long transformNumber)
        {
            GameObject made = (GameObject)loader.Make(typeof(GameObject), forObject == null ? objectNumber : forObject.FileId);
            Type type = forTransform != null && forTransform.ClassId == 224 ? typeof(RectTransform) : typeof(Transform);
            Transform own = (Transform)loader.Make(type, forTransform == null ? transformNumber : forTransform.FileId);
            made.m_Component = new List<ComponentEntry> { new ComponentEntry { component = own } };
            own.m_GameObject = made;
            own.m_Children.Clear();
            Belong(made);
            Belong(own);
            loader.Objects[made.m_FileId] = made;
            loader.Objects[own.m_FileId] = own;
            return made;
        }

        private string Name()
        {
            Node changes = document.Node["m_Modification"];
            Node list = changes == null ? null : changes["m_Modifications"];
            Node named = list == null ? null : list.Items.Find(one => one["propertyPath"] != null && one["propertyPath"].AsText == "m_Name");
            return named == null ? "Missing Prefab with guid: " + instance.SourceGuid : named["value"].AsText;
        }

        private void Belong(UnityEngine.Object one)
        {
            one.m_PrefabInstance = new Pointer(instance.m_InstanceID);
        }

        private void Copy(LoadedFile prefab)
        {
            Dictionary<int, UnityEngine.Object> copies = new Dictionary<int, UnityEngine.Object>();
            List<UnityEngine.Object> sources = Hierarchy.WithComponents(prefab.Root);
            foreach (UnityEngine.Object source in sources)
            {
                YamlDocument known = stripped.Find(one => ObjectLoader.Number(one.Node["m_CorrespondingSourceObject"]) == source.m_FileId);
                long number = known != null ? known.FileId : PrefabNumbers.Combined(document.FileId, source.m_FileId);
                UnityEngine.Object copy = loader.Make(source.GetType(), number);
                copy.m_FileId = number;
                copies.Add(source.m_InstanceID, copy);
                loader.Objects[number] = copy;
            }
            foreach (UnityEngine.Object source in sources)
            {
                PrefabInstances.CopyState(source, copies[source.m_InstanceID], copies);
                Belong(copies[source.m_InstanceID]);
            }
            instance.Root = (GameObject)copies[prefab.Root.m_InstanceID];
            instance.Root.Own.m_Father = null;
        }
    }

    /// <summary>The numbers of objects of instances in files.</summary>
    internal static class PrefabNumbers
    {
        /// <summary>The number of an instance's object that no stripped document names.</summary>
        internal static long Combined(long instance, long source)
        {
            return (instance ^ source) & long.MaxValue;
        }
    }
}
