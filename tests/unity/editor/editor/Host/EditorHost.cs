using System;
using System.Threading;
using UnityEditor;
using UnityEditor.Compilation;

namespace UnityDouble
{
    /// <summary>The editor inside the AppDomain of the scripts; the first AppDomain drives it through a gate.</summary>
    internal sealed class EditorHost : ScriptHost
    {
        private readonly EditorContext context = new EditorContext();
        private NativeStore store;
        private int hierarchySeen;

        /// <summary>True if entering play mode reloads the AppDomain.</summary>
        public override bool ReloadsForPlayMode
        {
            get { return PlayModeSteps.ReloadsDomain; }
        }

        // Follows Editor/Mono/EditorAssemblies.cs and Editor/Mono/AssemblyReloadEvents.cs. The order is that of the
        // "Domain Reload Profiling" lines of Unity's log: data is restored, InitializeOnLoad runs, objects wake up.
        public override void Load(NativeStore native, bool reload)
        {
            store = native;
            Native.Store = native;
            Native.Options = native.Options;
            Native.Shared = native.Shared;
            Run(delegate
            {
                Engine.Connect();
                EditorApplication.RestoreFocus(store.Loop.Focused);
                LoadCallbacks.LoadAssemblies();
                EditorState.Restore(reload);
                LoadCallbacks.Initialize();
                Engine.WakeAfterReload(reload);
                LoadCallbacks.DidReload();
                Native.Call(AssemblyReloadEvents.RaiseAfter);
                if (!reload)
                {
                    EditorState.OpenProject();
                }
                hierarchySeen = Engine.HierarchyVersion;
                EditorSnapshot.Publish();
            });
        }

        public override void Unload()
        {
            Run(delegate
            {
                Native.Call(AssemblyReloadEvents.RaiseBefore);
                Engine.SleepBeforeReload();
                EditorState.Save();
            });
        }

        public override void Tick()
        {
            Run(delegate
            {
                context.RunPosted();
                RunFrame();
                Native.Call(EditorApplication.RaiseTick);
                Native.Call(EditorApplication.RaiseUpdate);
                Native.Call(EditorApplication.RaiseDelayCalls);
                PackageOperations.Tick();
                EndOfTick();
            });
        }

        public override string Execute(string command)
        {
            string result = null;
            Run(delegate
            {
                result = Json.Write(EditorCommands.Run(Json.ReadObject(command)));
                EndOfTick();
            });
            return result;
        }

        public override void ChangePlayMode(PlayStep step)
        {
            Run(delegate
            {
                PlayModeSteps.Run(step);
                EndOfTick();
            });
        }

        public override void CompilationStarted()
        {
            Run(CompilationPipeline.RaiseStarted);
        }

        public override void AssemblyCompiled(string path, ScriptMessage[] messages)
        {
            Run(delegate { CompilationPipeline.RaiseAssemblyFinished(path, messages); });
        }

        public override void CompilationFinished(ScriptMessage[] messages)
        {
            Run(delegate { CompilationPipeline.RaiseFinished(messages); });
        }

        public override bool WantsToQuit()
        {
            bool wants = true;
            Run(delegate { wants = EditorApplication.AskWantsToQuit(); });
            return wants;
        }

        public override void Quit()
        {
            Run(delegate
            {
                Native.Call(EditorApplication.RaiseQuitting);
                EditorState.CloseProject();
            });
        }

        // The main thread's context belongs to this AppDomain only while it runs code of it.
        private void Run(Action action)
        {
            SynchronizationContext before = SynchronizationContext.Current;
            SynchronizationContext.SetSynchronizationContext(context);
            try
            {
                action();
            }
            finally
            {
                SynchronizationContext.SetSynchronizationContext(before);
            }
        }

        private void RunFrame()
        {
            if (store.Play.TakeFrame())
            {
                Engine.Frame();
            }
        }

        private void EndOfTick()
        {
            EditorState.FlushRecords();
            Native.Call(Selection.RaiseIfChanged);
            int version = Engine.HierarchyVersion;
            if (version != hierarchySeen)
            {
                hierarchySeen = version;
                Native.Call(EditorApplication.RaiseHierarchyChanged);
            }
            if (AssetImports.ProjectChanged)
            {
                AssetImports.ProjectChanged = false;
                Native.Call(EditorApplication.RaiseProjectChanged);
            }
            EditorSnapshot.Publish();
        }
    }
}
