using System;
using UnityEditor.Build;
using UnityEditor.Build.Reporting;

namespace UnityTools.Bridge
{
    /// <summary>
    /// Announces that Unity begins to build a player. Unity creates it and calls it before all other callbacks of the build,
    /// and then blocks the main thread until the build ends.
    /// </summary>
    internal sealed class BuildNotice : BuildPlayerProcessor, IPreprocessBuildWithReport
    {
        internal static event Action Begins;

        public override int callbackOrder
        {
            get { return int.MinValue; }
        }

        public override void PrepareForBuild(BuildPlayerContext buildPlayerContext)
        {
            Announce();
        }

        /// <summary>For builds that Unity does not prepare, such as those of a build profile in some versions.</summary>
        public void OnPreprocessBuild(BuildReport report)
        {
            Announce();
        }

        private static void Announce()
        {
            if (Begins != null)
            {
                Begins();
            }
        }
    }
}
