using System;
using System.Collections.Generic;
using UnityDouble;

namespace UnityEngine
{
    /// <summary>A part of a game object.</summary>
    // Follows Runtime/Export/Scripting/Component.bindings.cs: members.
    [FileClass(2, "Component")]
    public class Component : Object
    {
        [Stored] internal GameObject m_GameObject = null;

        public GameObject gameObject
        {
            get
            {
                Demand();
                return m_GameObject;
            }
        }

        public Transform transform
        {
            get { return gameObject.transform; }
        }

        public string tag
        {
            get { return gameObject.tag; }
            set { gameObject.tag = value; }
        }

        internal override string StoredName
        {
            get { return ReferenceEquals(m_GameObject, null) ? "" : m_GameObject.m_Name; }
            set { m_GameObject.StoredName = value; }
        }

        public bool CompareTag(string tag)
        {
            return gameObject.CompareTag(tag);
        }

        public Component GetComponent(Type type)
        {
            return gameObject.GetComponent(type);
        }

        public T GetComponent<T>()
        {
            return gameObject.GetComponent<T>();
        }

        public Component GetComponent(string type)
        {
            return gameObject.GetComponent(type);
        }

        public bool TryGetComponent(Type type, out Component component)
        {
            return gameObject.TryGetComponent(type, out component);
        }

        public bool TryGetComponent<T>(out T component)
        {
            return gameObject.TryGetComponent(out component);
        }

        public Component[] GetComponents(Type type)
        {
            return gameObject.GetComponents(type);
        }

        public T[] GetComponents<T>()
        {
            return gameObject.GetComponents<T>();
        }

        public void GetComponents(Type type, List<Component> results)
        {
            gameObject.GetComponents(type, results);
        }

        public void GetComponents<T>(List<T> results)
        {
            gameObject.GetComponents(results);
        }

        public Component GetComponentInChildren(Type t, bool includeInactive)
        {
            return gameObject.GetComponentInChildren(t, includeInactive);
        }

        public Component GetComponentInChildren(Type t)
        {
            return gameObject.GetComponentInChildren(t, false);
        }

        public T GetComponentInChildren<T>(bool includeInactive)
        {
            return gameObject.GetComponentInChildren<T>(includeInactive);
        }

        public T GetComponentInChildren<T>()
        {
            return gameObject.GetComponentInChildren<T>(false);
        }

        public Component[] GetComponentsInChildren(Type t, bool includeInactive)
        {
            return gameObject.GetComponentsInChildren(t, includeInactive);
        }

        public Component[] GetComponentsInChildren(Type t)
        {
            return gameObject.GetComponentsInChildren(t, false);
        }

        public T[] GetComponentsInChildren<T>(bool includeInactive)
        {
            return gameObject.GetComponentsInChildren<T>(includeInactive);
        }

        public T[] GetComponentsInChildren<T>()
        {
            return gameObject.GetComponentsInChildren<T>(false);
        }

        public Component GetComponentInParent(Type t, bool includeInactive)
        {
            return gameObject.GetComponentInParent(t, includeInactive);
        }

        public Component GetComponentInParent(Type t)
        {
            return gameObject.GetComponentInParent(t, false);
        }

        public T GetComponentInParent<T>(bool includeInactive)
        {
            return gameObject.GetComponentInParent<T>(includeInactive);
        }

        public T GetComponentInParent<T>()
        {
            return gameObject.GetComponentInParent<T>(false);
        }

        public Component[] GetComponentsInParent(Type t, bool includeInactive)
        {
            return gameObject.GetComponentsInParent(t, includeInactive);
        }

        public T[] GetComponentsInParent<T>(bool includeInactive)
        {
            return gameObject.GetComponentsInParent<T>(includeInactive);
        }

        public T[] GetComponentsInParent<T>()
        {
            return gameObject.GetComponentsInParent<T>(false);
        }

#if UNITY_2022_2_OR_NEWER
        public int GetComponentIndex()
        {
            return gameObject.GetComponentIndex(this);
        }
#endif

        public void SendMessage(string methodName)
        {
            gameObject.SendMessage(methodName);
        }

        public void SendMessage(string methodName, object value)
        {
            gameObject.SendMessage(methodName, value);
        }

        public void SendMessage(string methodName, object value, SendMessageOptions options)
        {
            gameObject.SendMessage(methodName, value, options);
        }

        public void SendMessage(string methodName, SendMessageOptions options)
        {
            gameObject.SendMessage(methodName, null, options);
        }
    }

    /// <summary>A component that can be disabled.</summary>
    // Follows Runtime/Export/Scripting/Behaviour.bindings.cs: members.
    [FileClass(8, "Behaviour")]
    public class Behaviour : Component
    {
        [Stored] internal bool m_Enabled = true;

        public bool enabled
        {
            get
            {
                Demand();
                return m_Enabled;
            }

            set
            {
                Demand();
                if (m_Enabled != value)
                {
                    m_Enabled = value;
                    LifeCycle.EnabledChanged(this);
                }
            }
        }

        public bool isActiveAndEnabled
        {
            get { return m_Alive && m_Enabled && !ReferenceEquals(m_GameObject, null) && m_GameObject.activeInHierarchy; }
        }
    }
}
