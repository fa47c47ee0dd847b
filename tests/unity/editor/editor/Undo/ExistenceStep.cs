using System;
using System.Collections.Generic;
using System.IO;
using UnityEngine;
using Object = UnityEngine.Object;

namespace UnityDouble
{
    /// <summary>The creation or the destruction of an object: a hierarchy, a component, or an object of memory.</summary>
    internal sealed class ExistenceStep : UndoStep
    {
        private int id;
        private bool created;
        private int scene;
        private List<ObjectState> states = new List<ObjectState>();
        private Placement placement;
        private int owner;
        private int index;

        internal ExistenceStep()
        {
        }

        /// <summary>Records an object that was created, or that is about to be destroyed.</summary>
        internal ExistenceStep(Object one, bool created)
        {
            id = one.m_InstanceID;
            this.created = created;
            Capture(one);
        }

        internal override IEnumerable<int> Ids
        {
            get
            {
                yield return id;
                foreach (ObjectState state in states)
                {
                    yield return state.Id;
                }
            }
        }

        internal override int Scene
        {
            get { return scene; }
        }

        internal override void Undo()
        {
            Change(!created);
        }

        internal override void Redo()
        {
            Change(created);
        }

        protected override void SaveMore(BinaryWriter to)
        {
            to.Write(id);
            to.Write(created);
            to.Write(scene);
            ObjectState.SaveAll(to, states);
            to.Write(owner);
            to.Write(index);
            to.Write(placement != null);
            if (placement != null)
            {
                placement.Save(to);
            }
        }

        protected override void LoadMore(BinaryReader from)
        {
            id = from.ReadInt32();
            created = from.ReadBoolean();
            scene = from.ReadInt32();
            states = ObjectState.LoadAll(from);
            owner = from.ReadInt32();
            index = from.ReadInt32();
            placement = from.ReadBoolean() ? Placement.Load(from) : null;
        }

        private void Change(bool exists)
        {
            Object one = World.Find(id);
            if (exists && one == null)
            {
                Create();
            }
            else if (!exists && one != null)
            {
                // As in Unity, redo restores the state at the moment of undo, not that of the registration.
                Capture(one);
                Object.DestroyImmediate(one, true);
            }
        }

        private void Capture(Object one)
        {
            GameObject root = one as GameObject;
            Component component = one as Component;
            states = ObjectState.Below(one);
            if (!ReferenceEquals(root, null))
            {
                placement = Placement.Of(root.transform);
                scene = placement.Scene;
            }
            else if (!ReferenceEquals(component, null))
            {
                owner = component.gameObject.m_InstanceID;
                scene = component.gameObject.scene.m_Handle;
                index = component.gameObject.m_Component.FindIndex(delegate(ComponentEntry entry) { return ReferenceEquals(entry.component, component); });
            }
        }

        private void Create()
        {
            states.ForEach(delegate(ObjectState state) { state.Create(); });
            states.ForEach(delegate(ObjectState state) { state.Write(); });
            Object one = World.Find(id);
            GameObject root = one as GameObject;
            Component component = one as Component;
            if (!ReferenceEquals(root, null))
            {
                placement.Insert(root);
                LifeCycle.Wake(root);
            }
            else if (!ReferenceEquals(component, null))
            {
                GameObject parent = (GameObject)World.Find(owner);
                component.m_GameObject = parent;
                parent.m_Component.Insert(Math.Min(index, parent.m_Component.Count), new ComponentEntry { component = component });
                LifeCycle.Wake(parent);
            }
            else
            {
                LifeCycle.Created(one as ScriptableObject);
            }
        }
    }
}
