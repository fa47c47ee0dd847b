namespace UnityDouble
{
    /// <summary>Steps of a play-mode change that the scripts' AppDomain carries out.</summary>
    public enum PlayStep
    {
        /// <summary>Logs that compile errors prevent play mode.</summary>
        RefuseForErrors,

        /// <summary>Raises ExitingEditMode.</summary>
        ExitEditMode,

        /// <summary>Saves the open scenes so that they can be restored after play mode.</summary>
        BackUpScenes,

        /// <summary>Loads the scenes for play mode, runs their first callbacks and raises EnteredPlayMode.</summary>
        EnterPlayMode,

        /// <summary>Raises ExitingPlayMode.</summary>
        ExitPlayMode,

        /// <summary>Ends the game, restores the edited scenes and raises EnteredEditMode.</summary>
        EnterEditMode,
    }

    /// <summary>
    /// What the first AppDomain calls in the AppDomain of the scripts. UnityEditor.dll implements it as
    /// `UnityDouble.EditorHost`.
    /// </summary>
    public abstract class ScriptHost
    {
        /// <summary>
        /// Loads the assemblies, restores the world, runs the load callbacks. <paramref name="reload"/> is false for
        /// the first load of the process.
        /// </summary>
        public abstract void Load(NativeStore store, bool reload);

        /// <summary>Raises the callbacks before a reload and saves the world.</summary>
        public abstract void Unload();

        /// <summary>One tick of the editor.</summary>
        public abstract void Tick();

        /// <summary>Runs a command of the control channel; returns a JSON object with its result.</summary>
        public abstract string Execute(string command);

        /// <summary>Carries out one step of a play-mode change.</summary>
        public abstract void ChangePlayMode(PlayStep step);

        /// <summary>True if entering play mode reloads the AppDomain.</summary>
        public abstract bool ReloadsForPlayMode { get; }

        /// <summary>Raises the callback at the start of a compilation.</summary>
        public abstract void CompilationStarted();

        /// <summary>Raises the callback for one compiled assembly.</summary>
        public abstract void AssemblyCompiled(string path, ScriptMessage[] messages);

        /// <summary>Raises the callback at the end of a compilation and logs its messages.</summary>
        public abstract void CompilationFinished(ScriptMessage[] messages);

        /// <summary>Raises `wantsToQuit`; returns false if a subscriber refuses.</summary>
        public abstract bool WantsToQuit();

        /// <summary>Raises `quitting` and ends the scripts.</summary>
        public abstract void Quit();
    }
}
