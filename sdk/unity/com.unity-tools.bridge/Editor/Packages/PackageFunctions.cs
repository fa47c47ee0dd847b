using System;
using System.Collections.Generic;

namespace UnityTools.Bridge
{
    /// <summary>
    /// `packages-edit/change`: adds and removes packages as a job. Served only if the user allows code from the host, because
    /// the editor runs the scripts of packages.
    /// </summary>
    internal sealed class PackageFunctions
    {
        private const int Most = 20;

        private readonly JobStore jobs;

        internal PackageFunctions(JobStore jobs, Clock clock)
        {
            this.jobs = jobs;
            // The bridge can open several times in a domain load; the jobs stay. A job of an earlier domain load goes on, also
            // if the user has switched code off since.
            if (!jobs.Serves(PackageChangeKind.KindName))
            {
                jobs.Serve(new PackageChangeKind(clock));
            }
        }

        internal void AddTo(Functions functions, bool allowsCode)
        {
            if (allowsCode)
            {
                functions.Add("packages-edit/change", Change);
            }
        }

        private void Change(CallJob asked, JsonWriter value)
        {
            Arguments arguments = new Arguments(asked);
            List<string> add = Texts(arguments, "add");
            List<string> remove = Texts(arguments, "remove");
            if (add.Count + remove.Count < 1 || add.Count + remove.Count > Most)
            {
                throw Failure.Argument("`add` and `remove` have " + (add.Count + remove.Count) + " packages together, and must have 1 to " + Most);
            }
            HashSet<string> names = new HashSet<string>(StringComparer.Ordinal);
            for (int at = 0; at < add.Count; at++)
            {
                string field = "add[" + at + "]";
                string name = PackageIdentifier.CheckAdded(field, add[at]);
                CheckNew(names, field, name ?? add[at]);
            }
            for (int at = 0; at < remove.Count; at++)
            {
                string field = "remove[" + at + "]";
                PackageIdentifier.CheckRemoved(field, remove[at]);
                CheckNew(names, field, remove[at]);
                ProjectPackages.CheckRemovable(field, remove[at]);
            }
            ExclusiveJobs.CheckOnly(jobs, PackageChangeKind.KindName);
            ExclusiveJobs.Check(jobs, PackageChangeKind.KindName);
            PackageChangeKind.Check();
            JsonWriter kept = new JsonWriter().Object().Name("add").List();
            add.ForEach(one => kept.Text(one));
            kept.EndList().Name("remove").List();
            remove.ForEach(one => kept.Text(one));
            JobFunctions.Began(value, jobs.Begin(PackageChangeKind.KindName, kept.EndList().EndObject().ToString()));
        }

        private static void CheckNew(HashSet<string> names, string field, string name)
        {
            if (!names.Add(name))
            {
                throw Failure.Argument("`" + field + "` names " + Surrogates.Cut(name, 160) + " again: give each package once, either in `add` or in `remove`");
            }
        }

        private static List<string> Texts(Arguments arguments, string name)
        {
            Json given = arguments.Any(name);
            if (given.Kind != JsonKind.List)
            {
                throw Arguments.Wrong(name, given, "a list of texts");
            }
            return arguments.Texts(name);
        }
    }
}
