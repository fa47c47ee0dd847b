using System;
using System.Collections.Generic;
using System.Reflection;
using UnityEngine;

namespace UnityDouble
{
    /// <summary>Calls methods of scripts by name, public or not, as Unity does with its messages.</summary>
    // Follows Unity's manual page "Order of execution for event functions".
    internal static class Messages
    {
        private const BindingFlags Own = BindingFlags.Instance | BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.DeclaredOnly;

        private static readonly Dictionary<string, MethodInfo> Known = new Dictionary<string, MethodInfo>();

        internal static MethodInfo Find(Type type, string name)
        {
            string key = type.AssemblyQualifiedName + "." + name;
            MethodInfo method;
            if (!Known.TryGetValue(key, out method))
            {
                for (Type at = type; at != null && at != typeof(MonoBehaviour) && at != typeof(ScriptableObject) && method == null; at = at.BaseType)
                {
                    method = Array.Find(at.GetMethods(Own), one => one.Name == name && one.GetParameters().Length <= 1 && !one.IsGenericMethod);
                }
                Known.Add(key, method);
            }
            return method;
        }

        /// <summary>Calls a message; an exception is logged, as Unity does.</summary>
        /// <returns>Whether the script has the method.</returns>
        internal static bool Send(UnityEngine.Object script, string name, object value = null)
        {
            MethodInfo method = Find(script.GetType(), name);
            if (method == null)
            {
                return false;
            }
            try
            {
                object result = Call(script, name, value);
                System.Collections.IEnumerator routine = result as System.Collections.IEnumerator;
                MonoBehaviour behaviour = script as MonoBehaviour;
                // A message such as Start may be a coroutine.
                if (routine != null && behaviour != null && behaviour.m_Alive && Application.isPlaying)
                {
                    behaviour.StartCoroutine(routine);
                }
            }
            catch (Exception error)
            {
                Debug.LogException(error, script);
            }
            return true;
        }

        /// <summary>Null if there is no such method.</summary>
        internal static object Call(UnityEngine.Object script, string name, object value)
        {
            MethodInfo method = Find(script.GetType(), name);
            if (method == null)
            {
                return null;
            }
            try
            {
                return method.Invoke(script, method.GetParameters().Length == 0 ? new object[0] : new[] { value });
            }
            catch (TargetInvocationException error)
            {
                System.Runtime.ExceptionServices.ExceptionDispatchInfo.Capture(error.InnerException).Throw();
                throw;
            }
        }
    }
}
