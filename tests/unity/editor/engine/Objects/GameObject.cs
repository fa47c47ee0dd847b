using System;
using System.Collections.Generic;
using UnityDouble;
using UnityEngine.SceneManagement;

namespace UnityEngine
{
    /// <summary>An object of a scene or prefab, which is a list of components.</summary>
    // Follows Runtime/Export/Scripting/GameObject.bindings.cs: members.
    [FileClass(1, "GameObject", Version = 6)]
    public sealed partial class GameObject : Object
    {
        [Stored] internal List<ComponentEntry> m_Component = new List<ComponentEntry>();
        [Stored] internal int m_Layer = 0;
        [Stored] internal string m_Name = "New Game Object";
        [Stored] internal string m_TagString = "Untagged";
        [Stored] internal Pointer m_Icon = new Pointer();
        [Stored] internal int m_NavMeshLayer = 0;
        [Stored] internal uint m_StaticEditorFlags = 0;
        [Stored] internal bool m_IsActive = true;

        /// <summary>The scene of a root; 0 for objects below others and objects of prefab files.</summary>
        internal int m_SceneHandle;

        public GameObject()
        {
            Begin();
        }

        public GameObject(string name)
        {
            m_Name = name ?? "";
            Begin();
        }

        public GameObject(string name, params Type[] components)
        {
            m_Name = name ?? "";
            Begin();
            foreach (Type type in components)
            {
                AddComponent(type);
            }
        }

        /// <summary>Without components and without a scene.</summary>
        internal GameObject(Bare bare)
        {
        }

        private void Begin()
        {
            Transform own = (Transform)World.Create(typeof(Transform), 0);
            own.m_GameObject = this;
            m_Component.Add(new ComponentEntry { component = own });
            SceneData.Move(this, World.SceneForNew());
        }

        internal override string StoredName
        {
            get { return m_Name; }
            set { m_Name = value; }
        }

        public GameObject gameObject
        {
            get { return this; }
        }

        public Transform transform
        {
            get
            {
                Demand();
                return Own;
            }
        }

        /// <summary>Null while the object is being loaded.</summary>
        internal Transform Own
        {
            get { return m_Component.Count > 0 ? m_Component[0].component as Transform : null; }
        }

        public int layer
        {
            get
            {
                Demand();
                return m_Layer;
            }

            set
            {
                Demand();
                if (value < 0 || value > 31)
                {
                    Debug.LogError("A game object can only be in one layer. The layer needs to be in the range [0...31]", this);
                    return;
                }
                m_Layer = value;
            }
        }

        public string tag
        {
            get
            {
                Demand();
                return m_TagString;
            }

            set
            {
                Demand();
                m_TagString = Tags.Defined(value);
            }
        }

        public bool CompareTag(string tag)
        {
            Demand();
            return m_TagString == Tags.Defined(tag);
        }

        public bool isStatic
        {
            get { return m_StaticEditorFlags != 0; }
            set { m_StaticEditorFlags = value ? uint.MaxValue : 0; }
        }

        public bool activeSelf
        {
            get
            {
                Demand();
                return m_IsActive;
            }
        }

        public bool activeInHierarchy
        {
            get
            {
                Demand();
                // Objects of prefab files are never active, because they are in no scene.
                for (Transform at = Own; !ReferenceEquals(at, null); at = at.m_Father)
                {
                    if (!at.m_GameObject.m_IsActive)
                    {
                        return false;
                    }
                }
                return scene.IsValid();
            }
        }

        public void SetActive(bool value)
        {
            Demand();
            if (m_IsActive != value)
            {
                m_IsActive = value;
                LifeCycle.ActiveChanged(this);
            }
        }

        public Scene scene
        {
            get
            {
                Demand();
                Transform own = Own;
                return new Scene(ReferenceEquals(own, null) ? m_SceneHandle : own.Top.m_GameObject.m_SceneHandle);
            }
        }

        public static GameObject Find(string name)
        {
            return ObjectPaths.Find(name);
        }

        public static GameObject FindWithTag(string tag)
        {
            return FindGameObjectWithTag(tag);
        }

        public static GameObject FindGameObjectWithTag(string tag)
        {
            GameObject[] found = FindGameObjectsWithTag(tag);
            return found.Length > 0 ? found[0] : null;
        }

        public static GameObject[] FindGameObjectsWithTag(string tag)
        {
            string wanted = Tags.Defined(tag);
            return Array.FindAll(Search<GameObject>(false), one => one.m_TagString == wanted);
        }

        public static GameObject CreatePrimitive(PrimitiveType type)
        {
            return Primitives.Create(type);
        }
    }

    /// <summary>An entry of the list of components of a game object.</summary>
    [Serializable]
    internal struct ComponentEntry
    {
        public Component component;
    }

    /// <summary>Selects the constructor without components.</summary>
    internal struct Bare
    {
    }
}
