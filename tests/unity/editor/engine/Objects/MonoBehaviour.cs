using System;
using System.Collections;
using UnityDouble;

namespace UnityEngine
{
    /// <summary>The base class of scripts on game objects.</summary>
    // Follows Runtime/Export/Scripting/MonoBehaviour.bindings.cs: members.
    [FileClass(114, "MonoBehaviour")]
    public class MonoBehaviour : Behaviour
    {
        [Stored] internal uint m_EditorHideFlags = 0;
        [Stored] internal Pointer m_Script = new Pointer();
        [Stored] internal string m_Name = "";
        [Stored] internal string m_EditorClassIdentifier = "";

        /// <summary>Which messages of the life cycle the script received.</summary>
        internal Stage m_Stage = Stage.None;

        internal CoroutineList m_Coroutines;

        public MonoBehaviour()
        {
        }

        public bool runInEditMode { get; set; }

        public Coroutine StartCoroutine(IEnumerator routine)
        {
            if (routine == null)
            {
                throw new NullReferenceException("routine is null");
            }
            Demand();
            if (!m_GameObject.activeInHierarchy)
            {
                Debug.LogError("Coroutine couldn't be started because the the game object '" + name + "' is inactive!", this);
                return null;
            }
            m_Coroutines = m_Coroutines ?? new CoroutineList(this);
            return m_Coroutines.Start(routine, null);
        }

        public Coroutine StartCoroutine(string methodName)
        {
            return StartCoroutine(methodName, null);
        }

        public Coroutine StartCoroutine(string methodName, object value)
        {
            Demand();
            IEnumerator routine = Messages.Call(this, methodName, value) as IEnumerator;
            if (routine == null)
            {
                Debug.LogError("Coroutine '" + methodName + "' couldn't be started!", this);
                return null;
            }
            m_Coroutines = m_Coroutines ?? new CoroutineList(this);
            return m_Coroutines.Start(routine, methodName);
        }

        public void StopCoroutine(IEnumerator routine)
        {
            if (routine == null)
            {
                throw new NullReferenceException("routine is null");
            }
            Stop(one => one.Routine == routine);
        }

        public void StopCoroutine(Coroutine routine)
        {
            if (routine == null)
            {
                throw new NullReferenceException("routine is null");
            }
            Stop(one => one == routine);
        }

        public void StopCoroutine(string methodName)
        {
            Stop(one => one.Method == methodName);
        }

        public void StopAllCoroutines()
        {
            Stop(one => true);
        }

        private void Stop(Predicate<Coroutine> which)
        {
            if (m_Coroutines != null)
            {
                m_Coroutines.Stop(which);
            }
        }

        public static void print(object message)
        {
            Debug.Log(message);
        }
    }

    /// <summary>An object of a script that is on no game object.</summary>
    // Follows Runtime/Export/Scripting/ScriptableObject.bindings.cs: members, creation.
    [FileClass(114, "MonoBehaviour")]
    public class ScriptableObject : Object
    {
        [Stored] internal Pointer m_GameObject = new Pointer();
        [Stored] internal bool m_Enabled = true;
        [Stored] internal uint m_EditorHideFlags = 0;
        [Stored] internal Pointer m_Script = new Pointer();
        [Stored] internal string m_Name = "";
        [Stored] internal string m_EditorClassIdentifier = "";

        internal Stage m_Stage = Stage.None;

        internal override string StoredName
        {
            get { return m_Name; }
            set { m_Name = value; }
        }

        public static ScriptableObject CreateInstance(string className)
        {
            Type type = Array.Find(ScriptTypes.All(typeof(ScriptableObject)), one => one.Name == className || one.FullName == className);
            if (type == null)
            {
                Debug.LogWarning("Instance of " + className + " couldn't be created because there is no script with that name.");
                return null;
            }
            return CreateInstance(type);
        }

        public static ScriptableObject CreateInstance(Type type)
        {
            if (!typeof(ScriptableObject).IsAssignableFrom(type))
            {
                throw new ArgumentException("Type must inherit ScriptableObject.", "type");
            }
            ScriptableObject made = (ScriptableObject)World.Create(type, 0);
            made.m_Script = new Pointer(ScriptTypes.ScriptId(type));
            LifeCycle.Created(made);
            return made;
        }

        public static T CreateInstance<T>() where T : ScriptableObject
        {
            return (T)CreateInstance(typeof(T));
        }
    }
}

namespace UnityDouble
{
    /// <summary>The messages that a script received.</summary>
    [Flags]
    internal enum Stage
    {
        None = 0,
        Awoken = 1,
        Enabled = 2,
        Started = 4,
        Destroyed = 8
    }

    /// <summary>Stands for a script whose class is missing. Lists of components have null in its place.</summary>
    internal sealed class MissingScript : UnityEngine.MonoBehaviour
    {
    }

    /// <summary>Stands for a component of a built-in type that the double does not imitate; it keeps its serialized values.</summary>
    public sealed class UnknownComponent : UnityEngine.Component
    {
        internal int m_ClassId = 0;
        internal string m_ClassName = "";

        internal UnknownComponent()
        {
        }

        /// <summary>The number of the type in files.</summary>
        public int ClassId
        {
            get { return m_ClassId; }
        }

        /// <summary>The name of the type in files.</summary>
        public string ClassName
        {
            get { return m_ClassName; }
        }
    }

    /// <summary>Stands for an object of a file that is neither a game object nor a component, and of a type that the double does not imitate.</summary>
    public sealed class UnknownObject : UnityEngine.Object
    {
        internal int m_ClassId = 0;
        internal string m_ClassName = "";

        internal UnknownObject()
        {
        }

        public int ClassId
        {
            get { return m_ClassId; }
        }

        public string ClassName
        {
            get { return m_ClassName; }
        }

        internal override string StoredName
        {
            get { return m_Kept == null || m_Kept["m_Name"] == null ? "" : m_Kept["m_Name"].AsText; }
            set { m_Kept["m_Name"] = Node.Text(value); }
        }
    }
}
