using System;
using System.Collections.Generic;
using System.Globalization;
using UnityDouble;
using UnityEngine;
using Object = UnityEngine.Object;

namespace UnityEditor
{
    /// <summary>The objects that are selected in the editor.</summary>
    // Follows Editor/Mono/Selection.cs and Editor/Mono/Selection.bindings.cs. `selectionChanged` is raised at the end of the tick.
    public sealed partial class Selection
    {
        private const string KeptName = "selection";
        private static List<int> ids = new List<int>();
        private static int active;
        private static bool changed;

        /// <summary>Raised after the selection changed.</summary>
        public static Action selectionChanged;

        private Selection()
        {
        }

        public static Object activeObject
        {
            get { return EditorUtility.Find(active); }
            set { SetActive(value == null ? 0 : value.m_InstanceID); }
        }

        internal static int[] Ids
        {
            get { return ids.ToArray(); }
        }

        public static Object[] objects
        {
            get
            {
                List<Object> found = new List<Object>();
                foreach (int id in ids)
                {
                    Object selected = EditorUtility.Find(id);
                    if (selected != null)
                    {
                        found.Add(selected);
                    }
                }
                return found.ToArray();
            }

            set
            {
                List<int> wanted = new List<int>();
                foreach (Object item in value ?? new Object[0])
                {
                    if (item != null && !wanted.Contains(item.m_InstanceID))
                    {
                        wanted.Add(item.m_InstanceID);
                    }
                }
                SetIds(wanted.ToArray());
            }
        }

        public static int count
        {
            get { return ids.Count; }
        }

        public static GameObject activeGameObject
        {
            get { return GameObjectOf(activeObject); }
            set { activeObject = value; }
        }

        /// <summary>The selected GameObjects, assets included.</summary>
        public static GameObject[] gameObjects
        {
            get
            {
                List<GameObject> found = new List<GameObject>();
                foreach (Object item in objects)
                {
                    GameObject owner = GameObjectOf(item);
                    if (owner != null && !found.Contains(owner))
                    {
                        found.Add(owner);
                    }
                }
                return found.ToArray();
            }
        }

        public static Transform activeTransform
        {
            get
            {
                GameObject owner = activeGameObject;
                return owner == null || EditorUtility.IsPersistent(owner) ? null : owner.transform;
            }

            set
            {
                activeObject = value == null ? null : value.gameObject;
            }
        }

        public static bool Contains(Object obj)
        {
            return ids.Contains(obj.m_InstanceID);
        }

        /// <summary>Selects these objects; the active one stays active if it is among them.</summary>
        internal static void SetIds(int[] chosen)
        {
            List<int> wanted = new List<int>(chosen);
            Set(wanted, wanted.Contains(active) ? active : wanted.Count > 0 ? wanted[0] : 0);
        }

        internal static void RaiseIfChanged()
        {
            if (changed)
            {
                changed = false;
                selectionChanged?.Invoke();
            }
        }

        internal static void Save()
        {
            string[] texts = ids.ConvertAll(delegate(int id) { return id.ToString(CultureInfo.InvariantCulture); }).ToArray();
            Native.Store.Kept.SetText(KeptName, active.ToString(CultureInfo.InvariantCulture) + " " + string.Join(" ", texts));
        }

        internal static void Restore()
        {
            string[] texts = (Native.Store.Kept.GetText(KeptName) ?? "0").Split(new[] { ' ' }, StringSplitOptions.RemoveEmptyEntries);
            ids = new List<int>();
            active = int.Parse(texts[0], CultureInfo.InvariantCulture);
            for (int i = 1; i < texts.Length; i++)
            {
                ids.Add(int.Parse(texts[i], CultureInfo.InvariantCulture));
            }
        }

        internal static void Set(List<int> wanted, int wantedActive)
        {
            bool same = wantedActive == active && wanted.Count == ids.Count && wanted.TrueForAll(ids.Contains);
            if (!same)
            {
                ids = wanted;
                active = wantedActive;
                changed = true;
            }
        }

        private static void SetActive(int id)
        {
            Set(id == 0 ? new List<int>() : new List<int> { id }, id);
        }

        private static GameObject GameObjectOf(Object item)
        {
            Component component = item as Component;
            return component != null ? component.gameObject : item as GameObject;
        }
    }
}
