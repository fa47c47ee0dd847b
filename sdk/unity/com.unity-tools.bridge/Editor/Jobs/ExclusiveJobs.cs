using System;
using System.Collections.Generic;

namespace UnityTools.Bridge
{
    /// <summary>
    /// The work that needs the editor for itself: test runs, changes of play mode, changes of packages and builds. Only one
    /// of them can run at a time.
    /// </summary>
    internal static class ExclusiveJobs
    {
        private const int RetryMs = 1000;

        /// <summary>The kinds of jobs that need it, with their names for the user.</summary>
        private static readonly string[,] Kinds =
        {
            { PlayModeKind.KindName, "change of play mode" },
            { "test-run", "test run" },
            { PackageChangeKind.KindName, "change of packages" },
            { BuildKind.KindName, "build" }
        };

        /// <summary>Further work, such as that of the user; each item returns an error while it runs, otherwise null.</summary>
        internal static readonly List<Func<Failure>> Others = new List<Func<Failure>>();

        /// <summary>
        /// True while a test run begins: the Test Framework opens a dialog for scenes that a call changes before it has closed
        /// them, and a dialog blocks the editor until the user answers.
        /// </summary>
        internal static Func<bool> HoldsCalls = () => false;

        /// <param name="own">The kind of the job that is to begin.</param>
        /// <exception cref="Failure">A `busy` that names the other job of this kind.</exception>
        internal static void CheckOnly(JobStore jobs, string own)
        {
            Job other = jobs.Current(own);
            if (other != null)
            {
                throw new Failure("busy", "another " + NameOf(own) + " has not ended: job " + other.Id) { Hint = "wait for its end", RetryAfterMs = RetryMs };
            }
        }

        /// <param name="own">The kind of the job that is to begin.</param>
        /// <exception cref="Failure">A `conflict` that names the other job.</exception>
        internal static void Check(JobStore jobs, string own)
        {
            for (int at = 0; at < Kinds.GetLength(0); at++)
            {
                Job other = jobs.Current(Kinds[at, 0]);
                if (other != null)
                {
                    string which = (Kinds[at, 0] == own ? "another " : "a ") + Kinds[at, 1];
                    throw new Failure("conflict", which + " has not ended: job " + other.Id) { Hint = "wait for its end, or cancel it", RetryAfterMs = RetryMs };
                }
            }
            foreach (Func<Failure> work in Others)
            {
                Failure failure = work();
                if (failure != null)
                {
                    throw failure;
                }
            }
        }

        private static string NameOf(string kind)
        {
            for (int at = 0; at < Kinds.GetLength(0); at++)
            {
                if (Kinds[at, 0] == kind)
                {
                    return Kinds[at, 1];
                }
            }
            return kind;
        }
    }
}
