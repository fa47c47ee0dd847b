using System;
using System.Collections.Generic;
using System.Linq;
using UnityEngine;

namespace UnityDouble
{
    /// <summary>Writes the documents of one file: objects, instances of prefabs, stripped documents for references to their objects, and kept documents.</summary>
    internal sealed class ObjectSaver
    {
        private const int SceneRootsClass = 1660057539;
        private const string Zero = "double: none";

        private readonly string guid;
        private readonly List<YamlDocument> kept;
        private readonly List<long> order;
        private readonly YamlFile file;
        private readonly HashSet<int> own = new HashSet<int>();
        private readonly HashSet<long> taken;
        private readonly Dictionary<int, YamlDocument> stripped = new Dictionary<int, YamlDocument>();

        /// <param name="guid">Null for a scene; empty for a new asset.</param>
        internal ObjectSaver(string guid, List<YamlDocument> kept, List<long> order, bool breaksFlow)
        {
            this.guid = guid;
            this.kept = kept;
            this.order = order;
            taken = new HashSet<long>(order);
            file = new YamlFile { BreaksFlow = breaksFlow };
        }

        internal YamlFile Save(List<GameObject> roots, List<UnityEngine.Object> assets)
        {
            List<UnityEngine.Object> written = new List<UnityEngine.Object>(assets);
            List<PrefabInstance> instances = new List<PrefabInstance>();
            roots.ForEach(root => Collect(root, written, instances));
            foreach (UnityEngine.Object one in written.Concat(instances))
            {
                own.Add(one.m_InstanceID);
                Number(one);
            }
            foreach (PrefabInstance instance in instances)
            {
                new PrefabChanges(instance).Update();
                instance.Objects.ForEach(one => own.Add(one.m_InstanceID));
            }
            written.ForEach(one => file.Documents.Add(Document(one)));
            instances.ForEach(instance => file.Documents.Add(Document(instance.m_FileId, 1001, "PrefabInstance", instance.m_Document)));
            Keep(instances, roots);
            file.Documents.AddRange(stripped.Values);
            Sort();
            return file;
        }

        private void Collect(GameObject one, List<UnityEngine.Object> written, List<PrefabInstance> instances)
        {
            if ((one.m_ObjectHideFlags & HideFlags.DontSaveInEditor) != 0)
            {
                return;
            }
            PrefabInstance instance = PrefabLinks.Instance(one);
            if (instance != null && !instances.Contains(instance))
            {
                instances.Add(instance);
            }
            if (instance == null)
            {
                written.Add(one);
            }
            foreach (ComponentEntry entry in one.m_Component)
            {
                if (PrefabLinks.Instance(entry.component) == null && (entry.component.m_ObjectHideFlags & HideFlags.DontSaveInEditor) == 0)
                {
                    written.Add(entry.component);
                }
            }
            one.Own.m_Children.ForEach(child => Collect(child.m_GameObject, written, instances));
        }

        /// <summary>The number of an object in the file; a new object gets an unused one, which is the same in each run.</summary>
        private long Number(UnityEngine.Object one)
        {
            if (one.m_FileId == 0 && !(one is GameObject) && !(one is Component) && !(one is PrefabInstance))
            {
                // The first object of each type in an asset file has a fixed number, such as 2100000 for a material.
                long usual = ClassIds.Of(one.GetType()) == null ? 0 : ClassIds.Of(one.GetType()).Id * 100000L;
                one.m_FileId = usual > 0 && taken.Add(usual) ? usual : 0;
            }
            if (one.m_FileId == 0)
            {
                ulong mixed = (ulong)(uint)one.m_InstanceID * 2654435761UL;
                do
                {
                    mixed = mixed * 6364136223846793005UL + 1442695040888963407UL;
                    one.m_FileId = (long)(guid == null ? mixed >> 33 : mixed >> 1);
                }
                while (one.m_FileId < 100 || !taken.Add(one.m_FileId));
            }
            return one.m_FileId;
        }

        private YamlDocument Document(UnityEngine.Object one)
        {
            FileClassAttribute known = ClassIds.Of(one.GetType());
            UnknownComponent component = one as UnknownComponent;
            UnknownObject other = one as UnknownObject;
            int id = component != null ? component.m_ClassId : other != null ? other.m_ClassId : known.Id;
            string name = component != null ? component.m_ClassName : other != null ? other.m_ClassName : known.Name;
            Node state = SerializedForm.Read(one);
            if (one.m_Kept != null)
            {
                DefaultDocuments.LeaveOut(state, one);
            }
            Node template = one.m_Kept ?? DefaultDocuments.Of(id);
            return Document(one.m_FileId, id, name, template == null ? state : NodeMerge.Restyled(template, state));
        }

        private YamlDocument Document(long number, int id, string name, Node state)
        {
            return new YamlDocument { FileId = number, ClassId = id, ClassName = name, Node = ReferenceForms.ToFile(state, guid ?? Zero, Local) };
        }

        /// <summary>The number for a reference to an object of the file; an object of a prefab instance gets a stripped document.</summary>
        private long Local(int id)
        {
            UnityEngine.Object found = World.Find(id);
            if (found == null || !own.Contains(id))
            {
                return 0;
            }
            PrefabInstance instance = PrefabLinks.Instance(found);
            if (instance == null)
            {
                return found.m_FileId;
            }
            if (instance.IsMissing)
            {
                return kept.Exists(document => document.IsStripped && document.FileId == found.m_FileId) ? found.m_FileId : 0;
            }
            if (found.m_FileId == 0)
            {
                UnityEngine.Object source = found.m_CorrespondingSourceObject.Target;
                found.m_FileId = source == null ? Number(found) : PrefabNumbers.Combined(instance.m_FileId, source.m_FileId);
            }
            if (!kept.Exists(document => document.IsStripped && document.FileId == found.m_FileId) && !stripped.ContainsKey(id))
            {
                stripped.Add(id, Stripped(found, instance));
            }
            return found.m_FileId;
        }

        private YamlDocument Stripped(UnityEngine.Object of, PrefabInstance instance)
        {
            FileClassAttribute known = ClassIds.Of(of.GetType());
            UnknownComponent component = of as UnknownComponent;
            FileReference source = World.FileOf(of.m_CorrespondingSourceObject.Id);
            Node node = Node.Map().With("m_CorrespondingSourceObject", source == null ? ReferenceForms.Local(0) : ReferenceForms.Write(source))
                .With("m_PrefabInstance", ReferenceForms.Local(instance.m_FileId)).With("m_PrefabAsset", ReferenceForms.Local(0));
            MonoBehaviour script = of as MonoBehaviour;
            if (script != null)
            {
                FileReference type = World.FileOf(script.m_Script.Id);
                node.With("m_GameObject", ReferenceForms.Local(0)).With("m_Enabled", Node.Number(1)).With("m_EditorHideFlags", Node.Number(0))
                    .With("m_Script", type == null ? ReferenceForms.Local(0) : ReferenceForms.Write(type)).With("m_Name", Node.Text("")).With("m_EditorClassIdentifier", Node.Text(""));
            }
            return new YamlDocument { FileId = of.m_FileId, ClassId = component != null ? component.m_ClassId : known.Id, ClassName = component != null ? component.m_ClassName : known.Name, IsStripped = true, Node = node };
        }

        /// <summary>The kept documents; stripped ones only if their instance still exists, the list of roots with the current roots.</summary>
        private void Keep(List<PrefabInstance> instances, List<GameObject> roots)
        {
            foreach (YamlDocument document in kept)
            {
                Node owner = document.IsStripped ? document.Node["m_PrefabInstance"] : null;
                if (document.ClassId == SceneRootsClass || (owner != null && !instances.Exists(instance => instance.m_InstanceID == owner.AsId)))
                {
                    continue;
                }
                YamlDocument written = Document(document.FileId, document.ClassId, document.ClassName, document.Node);
                written.IsStripped = document.IsStripped;
                file.Documents.Add(written);
            }
            bool listed = kept.Exists(document => document.ClassId == SceneRootsClass) || kept.Count == 0;
            if (guid == null && listed)
            {
                Node list = Node.List();
                foreach (GameObject root in roots.Where(one => (one.m_ObjectHideFlags & HideFlags.DontSaveInEditor) == 0))
                {
                    PrefabInstance instance = PrefabLinks.Instance(root);
                    list.Items.Add(ReferenceForms.Local(instance == null ? root.Own.m_FileId : instance.m_FileId));
                }
                Node node = Node.Map().With("m_ObjectHideFlags", Node.Number(0)).With("m_Roots", list);
                file.Documents.Add(new YamlDocument { FileId = long.MaxValue, ClassId = SceneRootsClass, ClassName = "SceneRoots", Node = node });
            }
        }

        /// <summary>The order of the file, with new documents among those with neighbouring numbers if the file has ascending numbers, else at the end.</summary>
        private void Sort()
        {
            List<YamlDocument> documents = new List<YamlDocument>(file.Documents);
            bool ascending = guid == null;
            for (int at = 1; at < order.Count && ascending; at++)
            {
                ascending = order[at - 1] <= order[at];
            }
            Dictionary<long, int> places = new Dictionary<long, int>();
            order.ForEach(number => places[number] = places.Count);
            file.Documents.Clear();
            file.Documents.AddRange(ascending
                ? documents.OrderBy(document => document.FileId)
                : documents.OrderBy(document => places.ContainsKey(document.FileId) ? places[document.FileId] : int.MaxValue));
            order.Clear();
            order.AddRange(file.Documents.ConvertAll(document => document.FileId));
        }
    }
}
