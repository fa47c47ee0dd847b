using System;
using System.Collections.Generic;
using System.IO;
using UnityEngine;
using Object = UnityEngine.Object;

namespace UnityDouble
{
    /// <summary>The complete state of one object, from which the object can be created again with its instance id.</summary>
    internal sealed class ObjectState
    {
        private string typeName;
        private int classId;
        private string className;
        private long fileId;
        private Node kept;
        private Node document;

        internal int Id { get; private set; }

        internal Node Form { get; private set; }

        /// <summary>Reads the state of a live object.</summary>
        internal static ObjectState Of(Object one)
        {
            ObjectState state = new ObjectState
            {
                Id = one.m_InstanceID,
                Form = SerializedForm.Read(one),
                typeName = one.GetType().AssemblyQualifiedName,
                className = string.Empty,
                fileId = one.m_FileId,
                kept = one.m_Kept,
            };
            PrefabInstance instance = one as PrefabInstance;
            state.document = ReferenceEquals(instance, null) ? null : instance.m_Document;
            UnknownComponent unknown = one as UnknownComponent;
            if (!ReferenceEquals(unknown, null))
            {
                state.classId = unknown.m_ClassId;
                state.className = unknown.m_ClassName;
            }
            return state;
        }

        /// <summary>
        /// Reads the states of a game object with its components, descendants and prefab instances, or of one other
        /// object.
        /// </summary>
        internal static List<ObjectState> Below(Object top)
        {
            GameObject root = top as GameObject;
            List<ObjectState> states = new List<ObjectState>();
            if (ReferenceEquals(root, null))
            {
                states.Add(Of(top));
                return states;
            }
            List<PrefabInstance> instances = new List<PrefabInstance>();
            foreach (Object one in Hierarchy.WithComponents(root))
            {
                states.Add(Of(one));
                PrefabInstance instance = PrefabLinks.Instance(one);
                if (instance != null && !instances.Contains(instance) && instance.Root != null && instance.Root.transform.IsChildOf(root.transform))
                {
                    instances.Add(instance);
                }
            }
            instances.ForEach(delegate(PrefabInstance instance) { states.Add(Of(instance)); });
            return states;
        }

        /// <summary>Creates the object again without its values; a script whose class is gone becomes a missing script.</summary>
        internal Object Create()
        {
            Object present = World.Find(Id);
            if (present is PrefabInstance)
            {
                // The link of an instance may outlive its objects.
                return present;
            }
            Object one = World.Create(Type.GetType(typeName, false) ?? typeof(MissingScript), Id);
            one.m_FileId = fileId;
            one.m_Kept = kept;
            UnknownComponent unknown = one as UnknownComponent;
            if (!ReferenceEquals(unknown, null))
            {
                unknown.m_ClassId = classId;
                unknown.m_ClassName = className;
            }
            return one;
        }

        /// <summary>Writes all values to the live object.</summary>
        internal void Write()
        {
            Object one = World.Find(Id);
            SerializedForm.Write(one, Form);
            one.m_Kept = kept;
            PrefabInstance instance = one as PrefabInstance;
            if (!ReferenceEquals(instance, null))
            {
                instance.m_Document = document.Copy();
            }
        }

        /// <summary>Writes all values except parents, children and components to the live object.</summary>
        internal void WriteValues()
        {
            Object one = World.Find(Id);
            Node form = SerializedForm.Read(one);
            for (int i = 0; i < Form.Keys.Count; i++)
            {
                if (!NodeDifference.IsStructure(Form.Keys[i]))
                {
                    form[Form.Keys[i]] = Form.Items[i].Copy();
                }
            }
            SerializedForm.Write(one, form);
        }

        internal void Save(BinaryWriter to)
        {
            to.Write(Id);
            to.Write(typeName);
            to.Write(classId);
            to.Write(className);
            to.Write(fileId);
            SaveOptional(to, kept);
            SaveOptional(to, document);
            Form.Save(to);
        }

        internal static ObjectState Load(BinaryReader from)
        {
            ObjectState state = new ObjectState
            {
                Id = from.ReadInt32(),
                typeName = from.ReadString(),
                classId = from.ReadInt32(),
                className = from.ReadString(),
                fileId = from.ReadInt64(),
            };
            state.kept = LoadOptional(from);
            state.document = LoadOptional(from);
            state.Form = Node.Load(from);
            return state;
        }

        private static void SaveOptional(BinaryWriter to, Node node)
        {
            to.Write(node != null);
            if (node != null)
            {
                node.Save(to);
            }
        }

        private static Node LoadOptional(BinaryReader from)
        {
            return from.ReadBoolean() ? Node.Load(from) : null;
        }

        internal static void SaveAll(BinaryWriter to, List<ObjectState> states)
        {
            to.Write(states.Count);
            states.ForEach(delegate(ObjectState state) { state.Save(to); });
        }

        internal static List<ObjectState> LoadAll(BinaryReader from)
        {
            List<ObjectState> states = new List<ObjectState>();
            for (int count = from.ReadInt32(); count > 0; count--)
            {
                states.Add(Load(from));
            }
            return states;
        }
    }
}
