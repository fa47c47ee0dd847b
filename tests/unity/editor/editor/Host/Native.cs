using System;
using UnityEngine;

namespace UnityDouble
{
    /// <summary>The scripts' way to the first AppDomain.</summary>
    internal static class Native
    {
        /// <summary>Everything that survives a domain reload.</summary>
        internal static NativeStore Store { get; set; }

        /// <summary>The flags and the clock of the process.</summary>
        internal static SharedState Shared { get; set; }

        /// <summary>The command line of the process.</summary>
        internal static EditorOptions Options { get; set; }

        /// <summary>
        /// Calls a function of the scripts as native code does: an exception is logged and goes no further.
        /// </summary>
        internal static void Call(Action action)
        {
            try
            {
                action();
            }
            catch (Exception error) when (!(error is System.Threading.ThreadAbortException))
            {
                Debug.LogException(error);
            }
        }
    }
}
