using System;
using System.Collections.Generic;
using System.IO;
using System.Text;

namespace UnityTools.Bridge
{
    /// <summary>
    /// The files of jobs: one for each job, with its state and its result. They outlive the editor, also one that crashes.
    /// </summary>
    internal sealed class JobFolder
    {
        private const string Ending = ".json";
        private const string Unfinished = ".new";

        private static readonly Encoding Utf8 = new UTF8Encoding(false);

        private readonly string folder;

        internal JobFolder(string folder)
        {
            this.folder = folder;
        }

        /// <summary>The ids of all jobs, those that changed last first.</summary>
        internal List<string> Ids()
        {
            List<string> ids = new List<string>();
            if (!Directory.Exists(folder))
            {
                return ids;
            }
            FileInfo[] files = new DirectoryInfo(folder).GetFiles("*" + Ending);
            Array.Sort(files, (one, other) => other.LastWriteTimeUtc.CompareTo(one.LastWriteTimeUtc));
            foreach (FileInfo file in files)
            {
                string id = file.Name.Substring(0, file.Name.Length - Ending.Length);
                if (Hex.Is(id, 32))
                {
                    ids.Add(id);
                }
            }
            return ids;
        }

        /// <summary>Null if there is no such job, or if its file is damaged.</summary>
        internal Job Read(string id)
        {
            string path = PathOf(id);
            if (!File.Exists(path))
            {
                return null;
            }
            Job job = JobText.Read(File.ReadAllText(path, Utf8));
            return job != null && job.Id == id ? job : null;
        }

        /// <summary>Whether the file says that the job has not ended. Reads only its first bytes.</summary>
        internal bool IsUnfinished(string id)
        {
            string waiting = JobText.Head(id, JobState.Waiting);
            string running = JobText.Head(id, JobState.Running);
            byte[] bytes = new byte[Math.Max(waiting.Length, running.Length)];
            using (FileStream file = File.OpenRead(PathOf(id)))
            {
                int length = file.Read(bytes, 0, bytes.Length);
                string start = Utf8.GetString(bytes, 0, length);
                return start.StartsWith(waiting, StringComparison.Ordinal) || start.StartsWith(running, StringComparison.Ordinal);
            }
        }

        internal DateTime LastWrite(string id)
        {
            return File.GetLastWriteTimeUtc(PathOf(id));
        }

        /// <summary>Replaces the file atomically: a crash leaves the old content or the new content.</summary>
        internal void Write(string id, string text)
        {
            Directory.CreateDirectory(folder);
            AtomicFile.Write(PathOf(id), PathOf(id) + Unfinished, Utf8.GetBytes(text));
        }

        internal void Remove(string id)
        {
            File.Delete(PathOf(id));
        }

        /// <summary>Removes files that a crash left while they were written.</summary>
        internal void RemoveUnfinished()
        {
            if (Directory.Exists(folder))
            {
                foreach (string path in Directory.GetFiles(folder, "*" + Ending + Unfinished))
                {
                    File.Delete(path);
                }
            }
        }

        private string PathOf(string id)
        {
            return Path.Combine(folder, id + Ending);
        }
    }
}
