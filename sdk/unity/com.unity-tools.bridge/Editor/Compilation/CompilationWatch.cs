using UnityEditor;

namespace UnityTools.Bridge
{
    internal enum CompilationStep
    {
        /// <summary>Unity neither imports nor compiles, and no compilation that counts has ended.</summary>
        Quiet,
        Importing,

        /// <summary>Changed scripts wait for the end of play mode.</summary>
        AfterPlay,
        Compiling,

        /// <summary>The compilation succeeded, and its assemblies are not loaded yet.</summary>
        Reloading,
        Over
    }

    /// <summary>
    /// Follows the first compilation that begins after a certain one, from the updates of one domain load. Call
    /// <see cref="Look"/> once at each update.
    /// </summary>
    internal sealed class CompilationWatch
    {
        /// <summary>How long it waits for a reload that another assembly holds back.</summary>
        private const int ReloadMs = 10 * 1000;

        private readonly Clock clock;
        private long quietSince;

        /// <summary>When the compilation was seen to have ended; -1 before.</summary>
        private long compiledAt = -1;

        /// <summary>The last compilation that ended before this domain load; its assemblies are loaded.</summary>
        private readonly long loaded;

        /// <param name="afterReload">Whether this domain load continues the work of an earlier one.</param>
        internal CompilationWatch(Clock clock, bool afterReload)
        {
            this.clock = clock;
            loaded = afterReload ? Compilations.Finished : 0;
        }

        /// <summary>Updates in a row in which Unity did nothing.</summary>
        internal int Quiet { get; private set; }

        internal long QuietMs
        {
            get { return Quiet == 0 ? 0 : clock.Milliseconds - quietSince; }
        }

        /// <param name="after">The number of compilations that had begun before.</param>
        internal CompilationStep Look(long after)
        {
            if (Compilations.Finished > after)
            {
                compiledAt = compiledAt < 0 ? clock.Milliseconds : compiledAt;
                bool reloads = Compilations.LoadsAssemblies && Compilations.Finished > loaded && clock.Milliseconds - compiledAt <= ReloadMs;
                return reloads ? CompilationStep.Reloading : CompilationStep.Over;
            }
            CompilationStep step = Step();
            quietSince = Quiet == 0 ? clock.Milliseconds : quietSince;
            Quiet = step == CompilationStep.Quiet ? Quiet + 1 : 0;
            return step;
        }

        private static CompilationStep Step()
        {
            if (PlayModeScripts.Wait && !Compilations.IsRunning)
            {
                return CompilationStep.AfterPlay;
            }
            if (EditorApplication.isCompiling || Compilations.IsRunning)
            {
                return CompilationStep.Compiling;
            }
            return EditorApplication.isUpdating ? CompilationStep.Importing : CompilationStep.Quiet;
        }
    }
}
