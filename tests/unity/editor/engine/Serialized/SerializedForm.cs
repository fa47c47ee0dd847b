using System;
using System.Collections.Generic;
using UnityEngine;

namespace UnityDouble
{
    /// <summary>The serialized fields of an object as a tree of nodes, for files, undo, inspectors and reloads.</summary>
    // Follows Unity's manual page "Script serialization": which fields are saved, and how null values are.
    public static class SerializedForm
    {
        /// <summary>The object's state: a map from the names of Unity's files to values. Unknown keys that it was loaded with are in it too.</summary>
        public static Node Read(UnityEngine.Object from)
        {
            return Read(from, false);
        }

        /// <param name="forReload">Also the private fields of scripts, which only a reload of the scripts keeps.</param>
        public static Node Read(UnityEngine.Object from, bool forReload)
        {
            ISerializationCallbackReceiver receiver = from as ISerializationCallbackReceiver;
            if (receiver != null)
            {
                receiver.OnBeforeSerialize();
            }
            ScriptTypes.Identify(from);
            Node state = Node.Map();
            ManagedReferences references = new ManagedReferences();
            FileClassAttribute known = ClassIds.Of(from.GetType());
            foreach (StoredField field in StoredFields.Of(from.GetType(), forReload))
            {
                if (known != null && known.Version > 0 && field.Info.DeclaringType == from.GetType() && state["serializedVersion"] == null)
                {
                    state.With("serializedVersion", Node.Number(known.Version));
                }
                state[field.Name] = Read(field, field.Info.GetValue(from), references, forReload);
            }
            references.Read(state, forReload);
            return from.m_Kept == null ? state : NodeMerge.Ordered(from.m_Kept, state);
        }

        internal static Node Read(StoredField field, object value, ManagedReferences references, bool forReload)
        {
            return field.IsManagedReference ? references.Refer(field.Type, value) : ValueCodec.Read(field.Type, value, references, 0, forReload);
        }

        /// <summary>Sets the object's state. Keys that the type does not know are kept; fields without a key keep their value.</summary>
        public static void Write(UnityEngine.Object to, Node state)
        {
            Write(to, state, false);
        }

        public static void Write(UnityEngine.Object to, Node state, bool forReload)
        {
            Placement before = new Placement(to);
            Node kept = state.Copy();
            ManagedReferences references = new ManagedReferences(state, forReload);
            foreach (StoredField field in StoredFields.Of(to.GetType(), forReload))
            {
                Node value = Value(field, state, kept);
                if (value != null)
                {
                    Set(field, to, value, references, forReload);
                }
            }
            to.m_Kept = to.m_Kept == null ? kept : NodeMerge.Updated(to.m_Kept, kept, StoredFields.Of(to.GetType(), forReload));
            before.Compare();
            ISerializationCallbackReceiver receiver = to as ISerializationCallbackReceiver;
            if (receiver != null)
            {
                receiver.OnAfterDeserialize();
            }
        }

        internal static void Set(StoredField field, object owner, Node value, ManagedReferences references, bool forReload)
        {
            object old = field.Info.GetValue(owner);
            object now = field.IsManagedReference ? references.Find(field.Type, value) : ValueCodec.Write(field.Type, value, old, references, 0, forReload);
            field.Info.SetValue(owner, now);
        }

        /// <summary>The value of a field in a map, also under a former name; null if absent. A former name is replaced in the kept map.</summary>
        internal static Node Value(StoredField field, Node state, Node kept)
        {
            Node value = state[field.Name];
            for (int at = 0; at < field.OldNames.Length && value == null; at++)
            {
                value = state[field.OldNames[at]];
                if (value != null && kept != null)
                {
                    kept.Keys[kept.Keys.IndexOf(field.OldNames[at])] = field.Name;
                }
            }
            return value;
        }

        /// <summary>Copies what the number of the type is, for objects of types that the double does not imitate.</summary>
        internal static void CopyKind(UnityEngine.Object from, UnityEngine.Object to)
        {
            UnknownComponent component = from as UnknownComponent;
            UnknownObject other = from as UnknownObject;
            if (!ReferenceEquals(component, null))
            {
                ((UnknownComponent)to).m_ClassId = component.m_ClassId;
                ((UnknownComponent)to).m_ClassName = component.m_ClassName;
            }
            if (!ReferenceEquals(other, null))
            {
                ((UnknownObject)to).m_ClassId = other.m_ClassId;
                ((UnknownObject)to).m_ClassName = other.m_ClassName;
            }
        }

        /// <summary>What a change of the state means for the scene: roots, and activity.</summary>
        private struct Placement
        {
            private readonly UnityEngine.Object of;
            private readonly Transform father;
            private readonly SceneData scene;
            private readonly bool active;

            internal Placement(UnityEngine.Object of)
            {
                this.of = of;
                Transform transform = of as Transform;
                father = ReferenceEquals(transform, null) ? null : transform.m_Father;
                GameObject owner = Cloning.RootOf(of);
                bool placed = !ReferenceEquals(owner, null) && owner.m_Alive;
                scene = placed ? World.SceneOf(owner.scene) : null;
                active = placed && IsActive(of, owner);
            }

            private static bool IsActive(UnityEngine.Object of, GameObject owner)
            {
                Behaviour behaviour = of as Behaviour;
                return ReferenceEquals(behaviour, null) ? owner.activeInHierarchy : behaviour.m_Enabled;
            }

            internal void Compare()
            {
                Transform transform = of as Transform;
                GameObject owner = Cloning.RootOf(of);
                if (scene == null || ReferenceEquals(owner, null))
                {
                    return;
                }
                if (!ReferenceEquals(transform, null) && !ReferenceEquals(transform.m_Father, father))
                {
                    bool isRoot = ReferenceEquals(transform.m_Father, null);
                    SceneData.Move(owner, null);
                    if (isRoot)
                    {
                        SceneData.Move(owner, scene);
                    }
                }
                if (active != IsActive(of, owner))
                {
                    if (of is GameObject)
                    {
                        LifeCycle.ActiveChanged(owner);
                    }
                    else if (of is Behaviour)
                    {
                        LifeCycle.EnabledChanged((Behaviour)of);
                    }
                }
            }
        }
    }
}

namespace UnityEngine
{
    // Follows Runtime/Export/Serialization/Serialization.cs.
    public interface ISerializationCallbackReceiver
    {
        void OnBeforeSerialize();

        void OnAfterDeserialize();
    }
}
