using System.Collections.Generic;
using System.IO;
using UnityEngine;
using Object = UnityEngine.Object;

namespace UnityDouble
{
    /// <summary>
    /// The complete state of objects, as `RegisterCompleteObjectUndo` and `RegisterFullObjectHierarchyUndo` record it.
    /// For a hierarchy, undo also restores which objects exist.
    /// </summary>
    internal sealed class StateStep : UndoStep
    {
        private int top;
        private bool hierarchy;
        private List<ObjectState> before;
        private List<ObjectState> after;

        internal StateStep()
        {
        }

        internal StateStep(Object one, bool hierarchy)
        {
            top = one.m_InstanceID;
            this.hierarchy = hierarchy;
            before = Capture(one);
            after = before;
        }

        internal override IEnumerable<int> Ids
        {
            get
            {
                yield return top;
                foreach (ObjectState state in before)
                {
                    yield return state.Id;
                }
            }
        }

        internal override void Undo()
        {
            Object one = World.Find(top);
            if (one != null)
            {
                after = Capture(one);
                Apply(before, after);
            }
        }

        internal override void Redo()
        {
            if (World.Find(top) != null)
            {
                Apply(after, before);
            }
        }

        protected override void SaveMore(BinaryWriter to)
        {
            to.Write(top);
            to.Write(hierarchy);
            ObjectState.SaveAll(to, before);
            ObjectState.SaveAll(to, after);
        }

        protected override void LoadMore(BinaryReader from)
        {
            top = from.ReadInt32();
            hierarchy = from.ReadBoolean();
            before = ObjectState.LoadAll(from);
            after = ObjectState.LoadAll(from);
        }

        private List<ObjectState> Capture(Object one)
        {
            if (hierarchy)
            {
                return ObjectState.Below(one);
            }
            return new List<ObjectState> { ObjectState.Of(one) };
        }

        private void Apply(List<ObjectState> wanted, List<ObjectState> present)
        {
            if (!hierarchy)
            {
                wanted.ForEach(delegate(ObjectState state) { state.WriteValues(); });
                return;
            }
            HashSet<int> ids = new HashSet<int>();
            wanted.ForEach(delegate(ObjectState state) { ids.Add(state.Id); });
            foreach (ObjectState state in present)
            {
                Object one = World.Find(state.Id);
                if (ids.Contains(state.Id) || one == null)
                {
                    continue;
                }
                if (one is PrefabInstance)
                {
                    World.Remove(one);
                }
                else if (!(one is Transform))
                {
                    Object.DestroyImmediate(one, true);
                }
            }
            List<GameObject> created = new List<GameObject>();
            foreach (ObjectState state in wanted)
            {
                if (World.Find(state.Id) == null)
                {
                    created.Add(state.Create() as GameObject);
                }
            }
            TakeBack(wanted, ids);
            wanted.ForEach(delegate(ObjectState state) { state.Write(); });
            foreach (GameObject one in created)
            {
                if (!ReferenceEquals(one, null))
                {
                    LifeCycle.Wake(one);
                }
            }
        }

        // A child that moved out of the hierarchy returns to it, so its present parent must forget it.
        private static void TakeBack(List<ObjectState> wanted, HashSet<int> ids)
        {
            foreach (ObjectState state in wanted)
            {
                Transform transform = World.Find(state.Id) as Transform;
                Transform father = transform == null ? null : transform.m_Father;
                if (father != null && !ids.Contains(father.m_InstanceID) && state != wanted[1])
                {
                    father.m_Children.Remove(transform);
                }
            }
        }
    }
}
