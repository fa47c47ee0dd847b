using System.Collections.Generic;
using UnityEditor;

namespace UnityTools.Bridge
{
    /// <summary>
    /// The jobs of this process that have not ended, in Unity's session state. It survives domain reloads and ends with the
    /// process, so a job that is unfinished in a file and absent here belongs to an earlier process.
    /// </summary>
    internal static class JobSession
    {
        private const string List = "UnityTools.Bridge.Jobs";
        private const string Entry = "UnityTools.Bridge.Jobs.";
        private const string Opened = "UnityTools.Bridge.Jobs.Opened";

        /// <summary>True in the first domain load of the process that asks.</summary>
        internal static bool TakeFirst()
        {
            bool first = !SessionState.GetBool(Opened, false);
            SessionState.SetBool(Opened, true);
            return first;
        }

        internal static IEnumerable<Job> Read()
        {
            foreach (string id in Ids())
            {
                Job job = JobText.Read(SessionState.GetString(Entry + id, ""));
                if (job != null)
                {
                    yield return job;
                }
            }
        }

        internal static void Put(Job job)
        {
            SessionState.SetString(Entry + job.Id, JobText.Write(job));
            List<string> ids = Ids();
            if (!ids.Contains(job.Id))
            {
                ids.Add(job.Id);
                SessionState.SetString(List, string.Join(",", ids.ToArray()));
            }
        }

        internal static void Remove(Job job)
        {
            List<string> ids = Ids();
            ids.Remove(job.Id);
            SessionState.SetString(List, string.Join(",", ids.ToArray()));
            SessionState.EraseString(Entry + job.Id);
        }

        private static List<string> Ids()
        {
            string list = SessionState.GetString(List, "");
            return list.Length == 0 ? new List<string>() : new List<string>(list.Split(','));
        }
    }
}
