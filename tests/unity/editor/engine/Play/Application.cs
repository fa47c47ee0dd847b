using System;
using System.Threading;
using UnityDouble;

namespace UnityEngine
{
    // Follows Runtime/Export/BaseClass.cs: values of the platforms that the double can name.
    public enum RuntimePlatform
    {
        OSXEditor = 0,
        OSXPlayer = 1,
        WindowsPlayer = 2,
        WindowsEditor = 7,
        IPhonePlayer = 8,
        Android = 11,
        LinuxPlayer = 13,
        LinuxEditor = 16,
        WebGLPlayer = 17
    }

    /// <summary>The application.</summary>
    // Follows Runtime/Export/Application/Application.bindings.cs and Application.cs: members.
    public class Application
    {
        public delegate void LogCallback(string condition, string stackTrace, LogType type);

        private static readonly object Gate = new object();
        private static LogCallback received;
        private static LogCallback receivedThreaded;

        /// <summary>Raised on the main thread. Messages of other threads reach only the threaded event here.</summary>
        public static event LogCallback logMessageReceived
        {
            add
            {
                lock (Gate)
                {
                    received += value;
                }
            }

            remove
            {
                lock (Gate)
                {
                    received -= value;
                }
            }
        }

        public static event LogCallback logMessageReceivedThreaded
        {
            add
            {
                lock (Gate)
                {
                    receivedThreaded += value;
                }
            }

            remove
            {
                lock (Gate)
                {
                    receivedThreaded -= value;
                }
            }
        }

        public static event Action quitting;

        public static event Action<bool> focusChanged;

        public static bool isPlaying
        {
            get { return Settings.IsPlaying; }
        }

        public static bool isEditor
        {
            get { return true; }
        }

        public static bool isFocused
        {
            get { return Settings.IsFocused; }
        }

        public static bool isBatchMode
        {
            get { return Settings.IsBatchMode; }
        }

        public static string unityVersion
        {
            get { return Settings.UnityVersion; }
        }

        public static string productName
        {
            get { return Settings.ProductName; }
        }

        public static string companyName
        {
            get { return Settings.CompanyName; }
        }

        public static string version
        {
            get { return Settings.Version; }
        }

        public static string dataPath
        {
            get { return Settings.ProjectFolder + "/Assets"; }
        }

        public static RuntimePlatform platform
        {
            get { return Settings.Platform; }
        }

        public static bool runInBackground
        {
            get { return Settings.RunInBackground; }
            set { Settings.RunInBackground = value; }
        }

        public static int targetFrameRate
        {
            get { return Settings.TargetFrameRate; }
            set { Settings.TargetFrameRate = value; }
        }

        /// <summary>Whether the object is part of the playing game.</summary>
        public static bool IsPlaying(Object obj)
        {
            if (obj == null)
            {
                throw new NullReferenceException();
            }
            return Settings.IsPlaying && !Object.IsPersistent(obj) && !IsPreview(obj);
        }

        private static bool IsPreview(Object one)
        {
            Component component = one as Component;
            GameObject owner = component != null ? component.gameObject : one as GameObject;
            SceneData scene = owner == null ? null : World.SceneOf(owner.scene);
            return scene != null && scene.IsPreview;
        }

        public static void Quit()
        {
            Quit(0);
        }

        public static void Quit(int exitCode)
        {
            if (Settings.Quit == null)
            {
                throw new NotSupportedException("the editor double does not imitate Application.Quit without an editor");
            }
            Settings.Quit(exitCode);
        }

        internal static void CallLogCallback(string text, string stack, LogType type, Object context)
        {
            LogCallback anywhere;
            LogCallback main;
            lock (Gate)
            {
                anywhere = receivedThreaded;
                main = Settings.MainThread == null || Settings.MainThread == Thread.CurrentThread ? received : null;
            }
            Settings.RaiseLogged(text, stack, type, context);
            if (main != null)
            {
                main(text, stack, type);
            }
            if (anywhere != null)
            {
                anywhere(text, stack, type);
            }
        }

        internal static void RaiseQuitting()
        {
            Raising.Each(quitting, one => ((Action)one)());
        }

        internal static void RaiseFocusChanged(bool focused)
        {
            Raising.Each(focusChanged, one => ((Action<bool>)one)(focused));
        }
    }
}
