using System;
using System.Collections.Generic;
using System.Reflection;
using System.Runtime.ExceptionServices;
using UnityEngine.Serialization;

namespace UnityEngine.Events
{
    /// <summary>The calls that are stored with an event.</summary>
    // Follows Runtime/Export/UnityEvent/UnityEvent.cs: names of the serialized fields.
    [Serializable]
    internal sealed class PersistentCallGroup
    {
        [SerializeField]
        [FormerlySerializedAs("m_Listeners")]
        private List<PersistentCall> m_Calls = new List<PersistentCall>();

        internal List<PersistentCall> Calls
        {
            get { return m_Calls; }
        }
    }

    /// <summary>The stored arguments of a call, one for each mode.</summary>
    [Serializable]
    internal sealed class ArgumentCache
    {
        [SerializeField]
        [FormerlySerializedAs("objectArgument")]
        internal Object m_ObjectArgument = null;

        [SerializeField]
        [FormerlySerializedAs("objectArgumentAssemblyTypeName")]
        internal string m_ObjectArgumentAssemblyTypeName = "";

        [SerializeField]
        [FormerlySerializedAs("intArgument")]
        internal int m_IntArgument = 0;

        [SerializeField]
        [FormerlySerializedAs("floatArgument")]
        internal float m_FloatArgument = 0F;

        [SerializeField]
        [FormerlySerializedAs("stringArgument")]
        internal string m_StringArgument = "";

        [SerializeField]
        internal bool m_BoolArgument = false;
    }

    /// <summary>A call that is stored with an event.</summary>
    [Serializable]
    internal sealed class PersistentCall
    {
        [SerializeField]
        [FormerlySerializedAs("instance")]
        private Object m_Target = null;

        [SerializeField]
        private string m_TargetAssemblyTypeName = "";

        [SerializeField]
        [FormerlySerializedAs("methodName")]
        private string m_MethodName = "";

        [SerializeField]
        [FormerlySerializedAs("mode")]
        private PersistentListenerMode m_Mode = PersistentListenerMode.EventDefined;

        [SerializeField]
        [FormerlySerializedAs("arguments")]
        private ArgumentCache m_Arguments = new ArgumentCache();

        [SerializeField]
        [FormerlySerializedAs("enabled")]
        [FormerlySerializedAs("m_Enabled")]
        private UnityEventCallState m_CallState = UnityEventCallState.RuntimeOnly;

        internal Object Target
        {
            get { return m_Target; }
        }

        internal string MethodName
        {
            get { return m_MethodName; }
        }

        internal UnityEventCallState State
        {
            get { return m_CallState; }
            set { m_CallState = value; }
        }

        internal void Run(UnityEventBase of, object[] given)
        {
            bool plays = m_Target != null ? Application.IsPlaying(m_Target) : Application.isPlaying;
            bool wanted = m_CallState == UnityEventCallState.EditorAndRuntime || (m_CallState == UnityEventCallState.RuntimeOnly && plays);
            MethodInfo method = wanted && !string.IsNullOrEmpty(m_MethodName) ? Method(of) : null;
            if (method == null || (!method.IsStatic && m_Target == null))
            {
                return;
            }
            try
            {
                method.Invoke(method.IsStatic ? null : m_Target, Arguments(given));
            }
            catch (TargetInvocationException error)
            {
                ExceptionDispatchInfo.Capture(error.InnerException).Throw();
            }
        }

        private MethodInfo Method(UnityEventBase of)
        {
            Type type = m_Target != null ? m_Target.GetType() : TypeOf(m_TargetAssemblyTypeName);
            if (type == null)
            {
                return null;
            }
            return m_Mode == PersistentListenerMode.EventDefined ? of.Method(m_MethodName, type) : UnityEventBase.GetValidMethodInfo(type, m_MethodName, Parameters());
        }

        private Type[] Parameters()
        {
            switch (m_Mode)
            {
                case PersistentListenerMode.Object:
                    return new[] { TypeOf(m_Arguments.m_ObjectArgumentAssemblyTypeName) ?? typeof(Object) };
                case PersistentListenerMode.Int:
                    return new[] { typeof(int) };
                case PersistentListenerMode.Float:
                    return new[] { typeof(float) };
                case PersistentListenerMode.String:
                    return new[] { typeof(string) };
                case PersistentListenerMode.Bool:
                    return new[] { typeof(bool) };
                default:
                    return Type.EmptyTypes;
            }
        }

        private object[] Arguments(object[] given)
        {
            switch (m_Mode)
            {
                case PersistentListenerMode.EventDefined:
                    return given;
                case PersistentListenerMode.Object:
                    Type wanted = Parameters()[0];
                    return new object[] { wanted.IsInstanceOfType(m_Arguments.m_ObjectArgument) ? m_Arguments.m_ObjectArgument : null };
                case PersistentListenerMode.Int:
                    return new object[] { m_Arguments.m_IntArgument };
                case PersistentListenerMode.Float:
                    return new object[] { m_Arguments.m_FloatArgument };
                case PersistentListenerMode.String:
                    return new object[] { m_Arguments.m_StringArgument };
                case PersistentListenerMode.Bool:
                    return new object[] { m_Arguments.m_BoolArgument };
                default:
                    return new object[0];
            }
        }

        /// <summary>The type of a stored name such as `Door, Assembly-CSharp`. Files name all modules of the engine `UnityEngine`.</summary>
        private static Type TypeOf(string stored)
        {
            if (string.IsNullOrEmpty(stored))
            {
                return null;
            }
            string name = stored.Split(',')[0].Trim();
            string assembly = stored.Contains(",") ? stored.Split(',')[1].Trim() : "";
            foreach (Assembly loaded in AppDomain.CurrentDomain.GetAssemblies())
            {
                string found = loaded.GetName().Name;
                Type type = found == assembly || (assembly == "UnityEngine" && found.StartsWith("UnityEngine.", StringComparison.Ordinal)) ? loaded.GetType(name, false) : null;
                if (type != null)
                {
                    return type;
                }
            }
            return null;
        }
    }
}
