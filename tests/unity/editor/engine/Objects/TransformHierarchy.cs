using System;
using System.Collections;
using System.Collections.Generic;
using UnityDouble;

namespace UnityEngine
{
    /// <summary>Parents, children and siblings. Roots are siblings in the order of their scene.</summary>
    public partial class Transform
    {
        public Transform parent
        {
            get
            {
                Demand();
                return m_Father;
            }

            set
            {
                SetParent(value, true);
            }
        }

        public Transform root
        {
            get { return Top; }
        }

        public int childCount
        {
            get
            {
                Demand();
                return m_Children.Count;
            }
        }

        public int hierarchyCount
        {
            get { return 1 + Sum(Top); }
        }

        private static int Sum(Transform of)
        {
            int sum = of.m_Children.Count;
            of.m_Children.ForEach(child => sum += Sum(child));
            return sum;
        }

        public Transform GetChild(int index)
        {
            Demand();
            if (index < 0 || index >= m_Children.Count)
            {
                throw new UnityException("Transform child out of bounds");
            }
            return m_Children[index];
        }

        public void SetParent(Transform p)
        {
            SetParent(p, true);
        }

        public void SetParent(Transform parent, bool worldPositionStays)
        {
            Demand();
            if (!(parent == null) && IsPersistent(parent) != IsPersistent(this))
            {
                Debug.LogError("Setting the parent of a transform which resides in a Prefab Asset is disabled to prevent data corruption (GameObject: '" + name + "').", this);
                return;
            }
            if (!(parent == null) && parent.IsChildOf(this))
            {
                // Unity keeps the hierarchy as it is if the new parent is below the transform.
                return;
            }
            Attach(parent == null ? null : parent, worldPositionStays);
        }

        /// <summary>Appends the transform to the children of a parent, or to the roots of its scene.</summary>
        internal void Attach(Transform to, bool staysInWorld)
        {
            if (ReferenceEquals(to, m_Father) && !ReferenceEquals(to, null))
            {
                return;
            }
            GameObject one = m_GameObject;
            bool active = one.activeInHierarchy;
            Vector3 place = position;
            Quaternion turn = rotation;
            Vector3 size = lossyScale;
            SceneData scene = World.SceneOf(one.scene);
            if (ReferenceEquals(to, null) && ReferenceEquals(m_Father, null))
            {
                return;
            }
            if (ReferenceEquals(m_Father, null))
            {
                SceneData.Move(one, null);
            }
            else
            {
                m_Father.m_Children.Remove(this);
            }
            m_Father = to;
            if (ReferenceEquals(to, null))
            {
                SceneData.Move(one, scene);
            }
            else
            {
                to.m_Children.Add(this);
            }
            if (staysInWorld)
            {
                rotation = turn;
                localScale = LocalScaleFor(size);
                position = place;
            }
            hasChanged = true;
            if (active != one.activeInHierarchy)
            {
                LifeCycle.ActiveChanged(one);
            }
            LifeCycle.ParentChanged(this);
        }

        private Vector3 LocalScaleFor(Vector3 world)
        {
            if (ReferenceEquals(m_Father, null))
            {
                return world;
            }
            // The scale of the parents as the transform sees it, with its own scale taken out.
            Vector3 own = m_LocalScale;
            m_LocalScale = Vector3.one;
            Vector3 above = lossyScale;
            m_LocalScale = own;
            return new Vector3(Divided(world.x, above.x), Divided(world.y, above.y), Divided(world.z, above.z));
        }

        private static float Divided(float number, float by)
        {
            return by == 0F ? 0F : number / by;
        }

        public void DetachChildren()
        {
            foreach (Transform child in m_Children.ToArray())
            {
                child.SetParent(null, true);
            }
        }

        public int GetSiblingIndex()
        {
            Demand();
            return ReferenceEquals(m_Father, null) ? Math.Max(0, Roots.IndexOf(m_GameObject)) : m_Father.m_Children.IndexOf(this);
        }

        /// <summary>Indexes beyond the last one mean the last one. Unity's manual does not define negative ones; here they mean the last one too.</summary>
        public void SetSiblingIndex(int index)
        {
            Demand();
            if (ReferenceEquals(m_Father, null))
            {
                Move(Roots, m_GameObject, index);
            }
            else
            {
                Move(m_Father.m_Children, this, index);
            }
        }

        public void SetAsFirstSibling()
        {
            SetSiblingIndex(0);
        }

        public void SetAsLastSibling()
        {
            SetSiblingIndex(int.MaxValue);
        }

        private List<GameObject> Roots
        {
            get
            {
                SceneData scene = World.SceneOf(m_GameObject.scene);
                return scene == null ? new List<GameObject>() : scene.Roots;
            }
        }

        private static void Move<T>(List<T> siblings, T one, int index)
        {
            if (siblings.Remove(one))
            {
                siblings.Insert(index < 0 || index > siblings.Count ? siblings.Count : index, one);
            }
        }

        public bool IsChildOf(Transform parent)
        {
            Demand();
            if (ReferenceEquals(parent, null))
            {
                throw new ArgumentNullException("parent");
            }
            for (Transform at = this; !ReferenceEquals(at, null); at = at.m_Father)
            {
                if (ReferenceEquals(at, parent))
                {
                    return true;
                }
            }
            return false;
        }

        public Transform Find(string n)
        {
            Demand();
            if (n == null)
            {
                throw new ArgumentNullException("Name cannot be null");
            }
            Transform at = this;
            foreach (string step in n.Split('/'))
            {
                at = step == ".." ? at.m_Father : step.Length == 0 ? at : at.m_Children.Find(child => child.m_GameObject.m_Name == step);
                if (ReferenceEquals(at, null))
                {
                    return null;
                }
            }
            return at;
        }

        public IEnumerator GetEnumerator()
        {
            return new Children(this);
        }

        /// <summary>Iterates by index, so that changes while it runs have the same effect as in Unity.</summary>
        // Follows Runtime/Transform/ScriptBindings/Transform.bindings.cs: the private class Enumerator.
        private sealed class Children : IEnumerator
        {
            private readonly Transform of;
            private int at = -1;

            internal Children(Transform of)
            {
                this.of = of;
            }

            public object Current
            {
                get { return of.GetChild(at); }
            }

            public bool MoveNext()
            {
                return ++at < of.childCount;
            }

            public void Reset()
            {
                at = -1;
            }
        }
    }
}
