using System;
using System.Threading;
using UnityDouble;

namespace UnityEditor
{
    /// <summary>The editor's main loop: its callbacks and what scripts may ask it to do.</summary>
    // Follows Editor/Mono/EditorApplication.cs and Editor/Mono/EditorApplication.bindings.cs: names and meaning of all members.
    public sealed partial class EditorApplication
    {
        /// <summary>A callback without arguments.</summary>
        public delegate void CallbackFunction();

        /// <summary>Called at each tick.</summary>
        public static CallbackFunction update;

        /// <summary>Called once, after the update callbacks.</summary>
        public static CallbackFunction delayCall;

        internal static event CallbackFunction tick;

        public static event Func<bool> wantsToQuit;

        public static event Action quitting;

        public static event Action hierarchyChanged;

        public static event Action projectChanged;

        public static event Action<PauseState> pauseStateChanged;

        public static event Action<PlayModeStateChange> playModeStateChanged;

#if UNITY_2022_1_OR_NEWER
        public static event Action<bool> focusChanged;
#endif

        /// <summary>True while a compilation is requested or running.</summary>
        public static bool isCompiling
        {
            get { return Native.Shared.Has(Flag.Compiling); }
        }

        /// <summary>True while the asset database imports.</summary>
        public static bool isUpdating { get; internal set; }

        /// <summary>Seconds since the process started; a reload does not reset it.</summary>
        public static double timeSinceStartup
        {
            get { return Native.Shared.Seconds; }
        }

        public static string applicationPath
        {
            get { return System.IO.Path.Combine(Native.Options.ProgramFolder, "UnityEditorDouble.exe"); }
        }

        public static string applicationContentsPath
        {
            get { return System.IO.Path.Combine(Native.Options.ProgramFolder, "Data"); }
        }

        public static bool isTemporaryProject
        {
            get { return false; }
        }

#if UNITY_2022_1_OR_NEWER
        public static bool isFocused { get; private set; }
#else
        private static bool isFocused { get; set; }
#endif

        internal static bool CanReloadAssemblies()
        {
            return Native.Store.Compile.Locks == 0;
        }

        public static void LockReloadAssemblies()
        {
            Native.Store.Compile.Lock();
        }

        public static void UnlockReloadAssemblies()
        {
            Native.Store.Compile.Unlock();
        }

        /// <summary>Starts the next tick at once; callable from any thread.</summary>
        internal static void SignalTick()
        {
            Native.Store.Loop.Signal();
        }

        public static void QueuePlayerLoopUpdate()
        {
            Native.Store.Loop.Signal();
        }

        /// <summary>Ends the process without asking `wantsToQuit`.</summary>
        public static void Exit(int returnValue)
        {
            Native.Store.Loop.Quit(returnValue);
        }

        internal static Action CallDelayed(CallbackFunction action, double delaySeconds = 0.0f)
        {
            double due = timeSinceStartup + delaySeconds;
            CallbackFunction handler = null;
            handler = delegate
            {
                if (timeSinceStartup < due)
                {
                    return;
                }
                tick -= handler;
                action();
            };
            tick += handler;
            if (delaySeconds == 0)
            {
                SignalTick();
            }
            return delegate { tick -= handler; };
        }

        internal static void RaiseTick()
        {
            tick?.Invoke();
        }

        internal static void RaiseUpdate()
        {
            update?.Invoke();
        }

        internal static void RaiseDelayCalls()
        {
            CallbackFunction due = delayCall;
            delayCall = null;
            due?.Invoke();
        }

        internal static void RaiseHierarchyChanged()
        {
            hierarchyChanged?.Invoke();
        }

        internal static void RaiseProjectChanged()
        {
            projectChanged?.Invoke();
        }

        internal static void RaisePauseStateChanged(PauseState state)
        {
            pauseStateChanged?.Invoke(state);
        }

        internal static void RaisePlayModeStateChanged(PlayModeStateChange state)
        {
            playModeStateChanged?.Invoke(state);
        }

        internal static void RaiseFocusChanged(bool focus)
        {
            isFocused = focus;
#if UNITY_2022_1_OR_NEWER
            focusChanged?.Invoke(focus);
#endif
        }

        internal static void RestoreFocus(bool focus)
        {
            isFocused = focus;
        }

        internal static void RaiseQuitting()
        {
            quitting?.Invoke();
        }

        internal static bool AskWantsToQuit()
        {
            if (wantsToQuit == null)
            {
                return true;
            }
            foreach (Func<bool> subscriber in wantsToQuit.GetInvocationList())
            {
                try
                {
                    if (!subscriber())
                    {
                        return false;
                    }
                }
                catch (Exception error) when (!(error is ThreadAbortException))
                {
                    UnityEngine.Debug.LogException(error);
                }
            }
            return true;
        }
    }
}
