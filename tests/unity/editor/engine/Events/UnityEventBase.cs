using System;
using System.Collections.Generic;
using System.Reflection;
using UnityDouble;
using UnityEngine.Serialization;

namespace UnityEngine.Events
{
    /// <summary>Where the argument of a persistent call comes from.</summary>
    [Serializable]
    public enum PersistentListenerMode
    {
        EventDefined,
        Void,
        Object,
        Int,
        Float,
        String,
        Bool
    }

    /// <summary>When a persistent call runs.</summary>
    public enum UnityEventCallState
    {
        Off = 0,
        EditorAndRuntime = 1,
        RuntimeOnly = 2
    }

    /// <summary>Calls that are stored with the event, and listeners that scripts add.</summary>
    // Follows Runtime/Export/UnityEvent/UnityEvent.cs: members, the order of the calls, and that an exception of one ends the invocation.
    [Serializable]
    public abstract class UnityEventBase : ISerializationCallbackReceiver
    {
        private readonly List<Delegate> listeners = new List<Delegate>();

        [SerializeField]
        [FormerlySerializedAs("m_PersistentListeners")]
        private PersistentCallGroup m_PersistentCalls = new PersistentCallGroup();

        void ISerializationCallbackReceiver.OnBeforeSerialize()
        {
        }

        void ISerializationCallbackReceiver.OnAfterDeserialize()
        {
        }

        public int GetPersistentEventCount()
        {
            return m_PersistentCalls.Calls.Count;
        }

        public Object GetPersistentTarget(int index)
        {
            return m_PersistentCalls.Calls[index].Target;
        }

        public string GetPersistentMethodName(int index)
        {
            return m_PersistentCalls.Calls[index].MethodName;
        }

        public void SetPersistentListenerState(int index, UnityEventCallState state)
        {
            m_PersistentCalls.Calls[index].State = state;
        }

        public UnityEventCallState GetPersistentListenerState(int index)
        {
            return m_PersistentCalls.Calls[index].State;
        }

        /// <summary>Removes the listeners that scripts added.</summary>
        public void RemoveAllListeners()
        {
            listeners.Clear();
        }

        public override string ToString()
        {
            return base.ToString() + " " + GetType().FullName;
        }

        /// <summary>The method of a type or its bases with these parameters; null if absent.</summary>
        public static MethodInfo GetValidMethodInfo(Type objectType, string functionName, Type[] argumentTypes)
        {
            const BindingFlags any = BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.Instance | BindingFlags.Static;
            for (Type at = objectType; at != null && at != typeof(object); at = at.BaseType)
            {
                MethodInfo method = at.GetMethod(functionName, any, null, argumentTypes, null);
                if (method != null && Fits(method.GetParameters(), argumentTypes))
                {
                    return method;
                }
            }
            return null;
        }

        public static MethodInfo GetValidMethodInfo(object obj, string functionName, Type[] argumentTypes)
        {
            return GetValidMethodInfo(obj.GetType(), functionName, argumentTypes);
        }

        private static bool Fits(ParameterInfo[] parameters, Type[] arguments)
        {
            for (int at = 0; at < parameters.Length; at++)
            {
                if (parameters[at].ParameterType.IsPrimitive != arguments[at].IsPrimitive)
                {
                    return false;
                }
            }
            return true;
        }

        /// <summary>The method that a persistent call with the arguments of the event means.</summary>
        protected abstract MethodInfo FindMethod_Impl(string name, Type targetObjType);

        internal MethodInfo Method(string name, Type of)
        {
            return FindMethod_Impl(name, of);
        }

        internal void Add(Delegate listener)
        {
            if (listener == null)
            {
                throw new ArgumentNullException("call");
            }
            listeners.Add(listener);
        }

        internal void Remove(Delegate listener)
        {
            if (listener != null)
            {
                listeners.RemoveAll(one => Equals(one.Target, listener.Target) && one.Method.Equals(listener.Method));
            }
        }

        /// <summary>Runs the persistent calls, then the listeners of scripts. Changes of the listeners take effect at the next invocation.</summary>
        internal void Run(Action<Delegate> call, params object[] arguments)
        {
            Delegate[] added = listeners.ToArray();
            foreach (PersistentCall one in m_PersistentCalls.Calls.ToArray())
            {
                one.Run(this, arguments);
            }
            foreach (Delegate one in added)
            {
                Object target = one.Target as Object;
                if (ReferenceEquals(target, null) || target != null)
                {
                    call(one);
                }
            }
        }
    }
}
