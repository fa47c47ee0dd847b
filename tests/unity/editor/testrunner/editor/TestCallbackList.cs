using System;
using System.Collections.Generic;
using System.Linq;
using UnityEngine;

namespace UnityEditor.TestTools.TestRunner.Api
{
    /// <summary>The registered callbacks. A domain reload loses them.</summary>
    // Follows UnityEditor.TestRunner/Api/CallbacksHolder.cs and CallbacksDelegator.cs: order, and that exceptions are logged.
    internal static class TestCallbackList
    {
        private static readonly List<KeyValuePair<int, ICallbacks>> Registered = new List<KeyValuePair<int, ICallbacks>>();

        internal static void Add(ICallbacks callbacks, int priority)
        {
            Registered.Add(new KeyValuePair<int, ICallbacks>(priority, callbacks));
        }

        internal static void Remove(ICallbacks callbacks)
        {
            Registered.RemoveAll(one => ReferenceEquals(one.Value, callbacks));
        }

        internal static void Raise(Action<ICallbacks> call)
        {
            foreach (ICallbacks callbacks in Registered.OrderByDescending(one => one.Key).Select(one => one.Value).ToArray())
            {
                try
                {
                    call(callbacks);
                }
                catch (Exception error) when (!(error is System.Threading.ThreadAbortException))
                {
                    Debug.LogException(error);
                }
            }
        }

        internal static void RaiseError(string message)
        {
            Debug.LogError(message);
            Raise(callbacks => (callbacks as IErrorCallbacks)?.OnError(message));
        }
    }
}
