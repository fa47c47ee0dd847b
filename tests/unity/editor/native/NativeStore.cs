namespace UnityDouble
{
    /// <summary>
    /// Stands for the native half of the editor: everything that survives a domain reload. It lives in the first
    /// AppDomain; the scripts reach it through a proxy.
    /// </summary>
    public sealed class NativeStore : NativeObject
    {
        /// <summary>Creates the store of one editor process.</summary>
        public NativeStore(EditorOptions options)
        {
            Options = options;
            Shared = new SharedState();
            Loop = new LoopState();
            Session = new KeepStore();
            Kept = new KeepStore();
            Prefs = new PrefsFile();
            Compile = new CompileState(Shared);
            Play = new PlayState(Shared);
            Channel = new ControlChannel(this);
        }

        /// <summary>The command line; each AppDomain gets a copy.</summary>
        public EditorOptions Options { get; }

        /// <summary>What scripts read in each update; each AppDomain gets a copy.</summary>
        public SharedState Shared { get; }

        /// <summary>Main loop.</summary>
        public LoopState Loop { get; }

        /// <summary>Values of `SessionState`.</summary>
        public KeepStore Session { get; }

        /// <summary>The saved world, undo stack, selection and other state of the editor itself.</summary>
        public KeepStore Kept { get; }

        /// <summary>Values of `EditorPrefs`.</summary>
        public PrefsFile Prefs { get; }

        /// <summary>Script compilation and reload requests.</summary>
        public CompileState Compile { get; }

        /// <summary>Play mode.</summary>
        public PlayState Play { get; }

        /// <summary>Standard input and output.</summary>
        public ControlChannel Channel { get; }
    }
}
