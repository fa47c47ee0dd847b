using System;
using UnityEngine;

namespace UnityDouble
{
    /// <summary>The state of the application; set by the editor half, read by <see cref="Application"/> and other types of the engine.</summary>
    public static class Settings
    {
        static Settings()
        {
            Version = "0.1";
            UnityVersion = BuiltVersion.Tag;
            ProductName = "Project";
            CompanyName = "DefaultCompany";
            ProjectFolder = "";
            Platform = RuntimePlatform.LinuxEditor;
            TargetFrameRate = -1;
            RunInBackground = true;
            IsViewVisible = true;
            RaisesCompilerMessages = true;
            ScreenWidth = 640;
            ScreenHeight = 480;
            Graphics = UnityEngine.Rendering.GraphicsDeviceType.Null;
        }

        public static bool IsPlaying { get; set; }

        public static bool IsFocused { get; set; }

        public static bool IsBatchMode { get; set; }

        public static string UnityVersion { get; set; }

        public static string ProductName { get; set; }

        public static string CompanyName { get; set; }

        public static string Version { get; set; }

        /// <summary>The folder that contains `Assets`, without a slash at the end.</summary>
        public static string ProjectFolder { get; set; }

        public static RuntimePlatform Platform { get; set; }

        public static int TargetFrameRate { get; set; }

        public static int VSyncCount { get; set; }

        public static bool RunInBackground { get; set; }

        /// <summary>Whether messages of the script compiler raise the log events of Application.</summary>
        public static bool RaisesCompilerMessages { get; set; }

        /// <summary>False while another window covers the game view: frames run then, and none is drawn.</summary>
        public static bool IsViewVisible { get; set; }

        /// <summary>The size of the game view.</summary>
        public static int ScreenWidth { get; set; }

        public static int ScreenHeight { get; set; }

        public static UnityEngine.Rendering.GraphicsDeviceType Graphics { get; set; }

        /// <summary>The pointer in pixels of the game view.</summary>
        public static Vector3 MousePosition { get; set; }

        /// <summary>Loads an asset of a `Resources` folder by its path there, without the extension; null if absent.</summary>
        public static Func<string, Type, UnityEngine.Object> LoadResource { get; set; }

        /// <summary>Asks for the end of play mode or of the editor, for Application.Quit.</summary>
        public static Action<int> Quit { get; set; }

        /// <summary>Pauses the editor, for Debug.Break.</summary>
        public static Action Break { get; set; }

        /// <summary>The thread on which logMessageReceived is raised; the first one that used this class if unset.</summary>
        public static System.Threading.Thread MainThread { get; set; }

        /// <summary>Paths in stack traces are written without this folder.</summary>
        public static void ShortenStackTraces(string folder)
        {
            StackTraceUtility.SetProjectFolder(folder);
        }

        /// <summary>Receives each log message with its context, before the listeners of Application.</summary>
        public static event Action<string, string, LogType, UnityEngine.Object> Logged;

        internal static void RaiseLogged(string text, string stack, LogType type, UnityEngine.Object context)
        {
            if (Logged != null)
            {
                Logged(text, stack, type, context);
            }
        }

        public static void RaiseQuitting()
        {
            Application.RaiseQuitting();
        }

        public static void SetFocused(bool focused)
        {
            IsFocused = focused;
            Application.RaiseFocusChanged(focused);
        }
    }
}
