namespace UnityDouble
{
    /// <summary>Carries out the changes between edit mode and play mode that the scripts or the user wish.</summary>
    // Follows the manual, "Configuring how Unity enters Play mode": order of the callbacks, scene backup, domain reload.
    internal sealed class PlayMode
    {
        private readonly NativeStore store;
        private readonly ScriptDomain scripts;

        internal PlayMode(NativeStore store, ScriptDomain scripts)
        {
            this.store = store;
            this.scripts = scripts;
        }

        /// <summary>One turn of the main loop, after the tick.</summary>
        internal void Turn()
        {
            if (store.Play.Wanted && !store.Play.Playing)
            {
                Enter();
            }
            else if (!store.Play.Wanted && store.Play.Playing)
            {
                Leave();
            }
        }

        /// <summary>Returns to edit mode.</summary>
        internal void Leave()
        {
            store.Play.Wanted = false;
            scripts.Gate.ChangePlayMode(PlayStep.ExitPlayMode);
            scripts.Gate.ChangePlayMode(PlayStep.EnterEditMode);
            store.Channel.WriteEvent("played", "playing", false);
        }

        private void Enter()
        {
            if (store.Compile.IsCompiling || store.Compile.MayReload)
            {
                return;
            }
            if (store.Compile.Failed)
            {
                store.Play.Wanted = false;
                scripts.Gate.ChangePlayMode(PlayStep.RefuseForErrors);
                store.Channel.WriteEvent("played", "playing", false);
                return;
            }
            scripts.Gate.ChangePlayMode(PlayStep.ExitEditMode);
            if (!store.Play.Wanted)
            {
                store.Channel.WriteEvent("played", "playing", false);
                return;
            }
            scripts.Gate.ChangePlayMode(PlayStep.BackUpScenes);
            if (scripts.Gate.ReloadsForPlayMode())
            {
                scripts.Reload();
            }
            scripts.Gate.ChangePlayMode(PlayStep.EnterPlayMode);
            store.Channel.WriteEvent("played", "playing", true);
        }
    }
}
