using System;
using System.Reflection;
using UnityEditor;

namespace UnityTools.Bridge
{
    /// <summary>
    /// Holds domain reloads back while a write runs, makes one undo group of each write, and wakes the editor while it is
    /// in the background.
    /// </summary>
    internal sealed class EditorMainThread : MainThread
    {
        /// <summary>
        /// Unity updates an editor without focus only a few times a second. This internal method, which any thread may
        /// call, requests an update now. Null if this Unity has none.
        /// </summary>
        private readonly Action signal = Signal();

        /// <summary>Whether calls are delayed while the editor is in the background.</summary>
        internal bool IsSlowInBackground
        {
            get { return signal == null; }
        }

        internal override void BeginWrite(CallJob write)
        {
            EditorApplication.LockReloadAssemblies();
            EditorHistory.Begin(string.IsNullOrEmpty(write.Call.Tool) ? write.Call.Function : write.Call.Tool);
        }

        internal override void EndWrite(CallJob write)
        {
            EditorHistory.End();
            EditorApplication.UnlockReloadAssemblies();
        }

        internal override void Wake()
        {
            if (signal != null)
            {
                signal();
            }
        }

        private static Action Signal()
        {
            MethodInfo method = typeof(EditorApplication).GetMethod("SignalTick", BindingFlags.Static | BindingFlags.NonPublic | BindingFlags.Public, null, Type.EmptyTypes, null);
            return method == null ? null : (Action)Delegate.CreateDelegate(typeof(Action), method);
        }
    }
}
