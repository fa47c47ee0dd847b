using System;
using System.Reflection;
using System.Threading;
using UnityEditor;
using UnityEditor.SceneManagement;
using UnityEngine;
using Object = UnityEngine.Object;

namespace UnityDouble
{
    /// <summary>Connects the engine to the editor: settings, log, frames and play mode.</summary>
    internal static class Engine
    {
        private const BindingFlags AnyStatic = BindingFlags.Static | BindingFlags.Public | BindingFlags.NonPublic;
        private static double lastFrame;

        /// <summary>A number that changes with the hierarchy of the open scenes.</summary>
        internal static int HierarchyVersion
        {
            get { return World.HierarchyVersion; }
        }

        internal static void Connect()
        {
            EditorOptions options = Native.Options;
            Settings.UnityVersion = options.UnityVersion;
            Settings.IsBatchMode = options.BatchMode;
            Settings.Graphics = options.HasGraphics ? UnityEngine.Rendering.GraphicsDeviceType.OpenGLCore : UnityEngine.Rendering.GraphicsDeviceType.Null;
            Settings.ProjectFolder = options.Project;
            Settings.ShortenStackTraces(options.Project + "/");
            Settings.ProductName = PlayerSettings.productName;
            Settings.CompanyName = PlayerSettings.companyName;
            Settings.Version = PlayerSettings.bundleVersion;
            Settings.MainThread = Thread.CurrentThread;
            Settings.IsPlaying = Native.Store.Play.Playing;
            Settings.IsFocused = Native.Store.Loop.Focused;
            Settings.Quit = delegate { EditorApplication.isPlaying = false; };
            Settings.Break = delegate { EditorApplication.isPaused = true; };
            Settings.Logged += Forward;
            World.Assets = new ProjectAssets();
            ReadTags();
            EditorSceneManager.ListenToActiveScene();
        }

        /// <summary>Reads the tags and layers of the project.</summary>
        internal static void ReadTags()
        {
            string file = MetaFile.FullPath("ProjectSettings/TagManager.asset");
            if (System.IO.File.Exists(file))
            {
                Tags.Read(System.IO.File.ReadAllText(file));
            }
        }

        internal static void SleepBeforeReload()
        {
            LifeCycle.BeforeReload();
        }

        internal static void WakeAfterReload(bool reload)
        {
            if (reload)
            {
                LifeCycle.AfterReload();
            }
        }

        internal static void Frame()
        {
            double now = Native.Shared.Seconds;
            double delta = lastFrame == 0 ? 0.02 : now - lastFrame;
            lastFrame = now;
            PlayerLoop.Frame((float)delta);
        }

        // Follows the manual, "Configuring how Unity enters Play mode", and the scripting reference,
        // RuntimeInitializeLoadType: the order of the methods around the first scene.
        internal static void StartPlaying(bool reloadScenes)
        {
            lastFrame = 0;
            Settings.IsPlaying = true;
            LoadCallbacks.EnterPlayMode();
            CallRuntimeMethods(RuntimeInitializeLoadType.SubsystemRegistration);
            CallRuntimeMethods(RuntimeInitializeLoadType.AfterAssembliesLoaded);
            CallRuntimeMethods(RuntimeInitializeLoadType.BeforeSplashScreen);
            SceneAsset start = EditorSceneManager.playModeStartScene;
            if (start != null)
            {
                foreach (SceneData scene in World.Scenes.ToArray())
                {
                    EditorScenes.Remove(scene);
                }
                World.Activate(EditorScenes.Load(AssetDatabase.GetAssetPath(start)));
            }
            else if (reloadScenes)
            {
                EditorState.ReloadScenesForPlay();
            }
            CallRuntimeMethods(RuntimeInitializeLoadType.BeforeSceneLoad);
            PlayerLoop.Begin();
            CallRuntimeMethods(RuntimeInitializeLoadType.AfterSceneLoad);
        }

        internal static void EndPlaying()
        {
            Settings.RaiseQuitting();
            PlayerLoop.End();
            Settings.IsPlaying = false;
        }

        private static void CallRuntimeMethods(RuntimeInitializeLoadType type)
        {
            foreach (MethodInfo method in TypeCache.GetMethodsWithAttribute<RuntimeInitializeOnLoadMethodAttribute>())
            {
                RuntimeInitializeOnLoadMethodAttribute attribute = (RuntimeInitializeOnLoadMethodAttribute)method.GetCustomAttributes(typeof(RuntimeInitializeOnLoadMethodAttribute), false)[0];
                if (method.IsStatic && attribute.loadType == type)
                {
                    Native.Call(delegate { method.Invoke(null, null); });
                }
            }
        }

        private static void Forward(string text, string stack, LogType type, Object context)
        {
            Native.Store.Channel.WriteEvent("log", "level", type.ToString().ToLowerInvariant(), "text", text);
        }
    }
}
