using System;
using System.Collections.Generic;
using UnityDouble;

namespace UnityEngine
{
    /// <summary>The components of a game object. A missing script is a null entry in lists of all components.</summary>
    public sealed partial class GameObject
    {
        public Component AddComponent(Type componentType)
        {
            Demand();
            return Adding.Add(this, componentType);
        }

        public T AddComponent<T>() where T : Component
        {
            return AddComponent(typeof(T)) as T;
        }

        public Component GetComponent(Type type)
        {
            Demand();
            foreach (ComponentEntry entry in m_Component)
            {
                if (type.IsInstanceOfType(entry.component) && !(entry.component is MissingScript))
                {
                    return entry.component;
                }
            }
            return null;
        }

        public T GetComponent<T>()
        {
            return (T)(object)GetComponent(typeof(T));
        }

        public Component GetComponent(string type)
        {
            Demand();
            foreach (ComponentEntry entry in m_Component)
            {
                if (!(entry.component is MissingScript) && entry.component != null && entry.component.GetType().Name == type)
                {
                    return entry.component;
                }
            }
            return null;
        }

        public bool TryGetComponent(Type type, out Component component)
        {
            component = GetComponent(type);
            return !ReferenceEquals(component, null);
        }

        public bool TryGetComponent<T>(out T component)
        {
            component = GetComponent<T>();
            return component != null;
        }

        public Component[] GetComponents(Type type)
        {
            List<Component> found = new List<Component>();
            GetComponents(type, found);
            return found.ToArray();
        }

        public T[] GetComponents<T>()
        {
            List<T> found = new List<T>();
            GetComponents(found);
            return found.ToArray();
        }

        public void GetComponents(Type type, List<Component> results)
        {
            Demand();
            results.Clear();
            Collect(type, results);
        }

        public void GetComponents<T>(List<T> results)
        {
            Demand();
            results.Clear();
            Collect(results);
        }

        private void Collect<T>(List<T> results)
        {
            List<Component> found = new List<Component>();
            Collect(typeof(T), found);
            results.AddRange(found.ConvertAll(component => (T)(object)component));
        }

        private void Collect(Type type, List<Component> results)
        {
            foreach (ComponentEntry entry in m_Component)
            {
                if (entry.component is MissingScript)
                {
                    if (type == typeof(Component) || type == typeof(Behaviour) || type == typeof(MonoBehaviour))
                    {
                        results.Add(null);
                    }
                }
                else if (type.IsInstanceOfType(entry.component))
                {
                    results.Add(entry.component);
                }
            }
        }

#if UNITY_2022_2_OR_NEWER
        public int GetComponentCount()
        {
            return m_Component.Count;
        }
#endif

#if UNITY_2022_2_OR_NEWER
        public Component GetComponentAtIndex(int index)
        {
            Component found = m_Component[index].component;
            return found is MissingScript ? null : found;
        }
#endif

#if UNITY_2022_2_OR_NEWER
        public int GetComponentIndex(Component component)
        {
            return m_Component.FindIndex(entry => ReferenceEquals(entry.component, component));
        }
#endif

        public Component GetComponentInChildren(Type type)
        {
            return GetComponentInChildren(type, false);
        }

        public Component GetComponentInChildren(Type type, bool includeInactive)
        {
            foreach (GameObject one in Below(includeInactive))
            {
                Component found = one.GetComponent(type);
                if (!ReferenceEquals(found, null))
                {
                    return found;
                }
            }
            return null;
        }

        public T GetComponentInChildren<T>()
        {
            return GetComponentInChildren<T>(false);
        }

        public T GetComponentInChildren<T>(bool includeInactive)
        {
            return (T)(object)GetComponentInChildren(typeof(T), includeInactive);
        }

        public Component[] GetComponentsInChildren(Type type)
        {
            return GetComponentsInChildren(type, false);
        }

        public Component[] GetComponentsInChildren(Type type, bool includeInactive)
        {
            List<Component> found = new List<Component>();
            foreach (GameObject one in Below(includeInactive))
            {
                one.Collect(type, found);
            }
            return found.ToArray();
        }

        public T[] GetComponentsInChildren<T>()
        {
            return GetComponentsInChildren<T>(false);
        }

        public T[] GetComponentsInChildren<T>(bool includeInactive)
        {
            List<T> found = new List<T>();
            GetComponentsInChildren(includeInactive, found);
            return found.ToArray();
        }

        public void GetComponentsInChildren<T>(bool includeInactive, List<T> results)
        {
            results.Clear();
            foreach (GameObject one in Below(includeInactive))
            {
                one.Collect(results);
            }
        }

        public Component GetComponentInParent(Type type)
        {
            return GetComponentInParent(type, false);
        }

        public Component GetComponentInParent(Type type, bool includeInactive)
        {
            Component[] found = GetComponentsInParent(type, includeInactive);
            return found.Length > 0 ? found[0] : null;
        }

        public T GetComponentInParent<T>()
        {
            return GetComponentInParent<T>(false);
        }

        public T GetComponentInParent<T>(bool includeInactive)
        {
            return (T)(object)GetComponentInParent(typeof(T), includeInactive);
        }

        public Component[] GetComponentsInParent(Type type)
        {
            return GetComponentsInParent(type, false);
        }

        public Component[] GetComponentsInParent(Type type, bool includeInactive)
        {
            Demand();
            List<Component> found = new List<Component>();
            for (Transform at = Own; !ReferenceEquals(at, null); at = at.m_Father)
            {
                if (includeInactive || at.m_GameObject.activeInHierarchy)
                {
                    at.m_GameObject.Collect(type, found);
                }
            }
            return found.ToArray();
        }

        public T[] GetComponentsInParent<T>()
        {
            return GetComponentsInParent<T>(false);
        }

        public T[] GetComponentsInParent<T>(bool includeInactive)
        {
            return Array.ConvertAll(GetComponentsInParent(typeof(T), includeInactive), component => (T)(object)component);
        }

        /// <summary>The object and its descendants, depth first; without those below inactive ones unless requested.</summary>
        private IEnumerable<GameObject> Below(bool includeInactive)
        {
            Demand();
            Stack<Transform> open = new Stack<Transform>();
            open.Push(Own);
            while (open.Count > 0)
            {
                Transform at = open.Pop();
                if (!includeInactive && !at.m_GameObject.activeInHierarchy)
                {
                    continue;
                }
                yield return at.m_GameObject;
                for (int child = at.m_Children.Count - 1; child >= 0; child--)
                {
                    open.Push(at.m_Children[child]);
                }
            }
        }

        public void SendMessage(string methodName)
        {
            SendMessage(methodName, null, SendMessageOptions.RequireReceiver);
        }

        public void SendMessage(string methodName, object value)
        {
            SendMessage(methodName, value, SendMessageOptions.RequireReceiver);
        }

        public void SendMessage(string methodName, SendMessageOptions options)
        {
            SendMessage(methodName, null, options);
        }

        public void SendMessage(string methodName, object value, SendMessageOptions options)
        {
            Demand();
            bool received = false;
            foreach (MonoBehaviour script in activeInHierarchy ? GetComponents<MonoBehaviour>() : new MonoBehaviour[0])
            {
                received |= !ReferenceEquals(script, null) && Messages.Send(script, methodName, value);
            }
            if (!received && options == SendMessageOptions.RequireReceiver)
            {
                Debug.LogError("SendMessage " + methodName + " has no receiver!", this);
            }
        }
    }
}
