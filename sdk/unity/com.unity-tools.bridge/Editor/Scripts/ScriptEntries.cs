using System;
using System.Collections.Generic;
using System.Globalization;
using System.IO;
using System.Text;

namespace UnityTools.Bridge
{
    /// <summary>
    /// The entries of the edit journal that changed scripts, as files: a script stays changed when the editor ends, so its
    /// entry stays, too. Used on the main thread only.
    /// </summary>
    internal sealed class ScriptEntries
    {
        /// <summary>As many as there can be copies of scripts.</summary>
        private const int Most = 64;

        private const string Ending = ".json";

        private static readonly Encoding Utf8 = new UTF8Encoding(false);

        private bool reportedProblem;

        /// <summary>The entries by their ids, the oldest first. A damaged file is deleted.</summary>
        internal SortedDictionary<int, string> Read(IEditStore store)
        {
            SortedDictionary<int, string> entries = new SortedDictionary<int, string>();
            Try(() =>
            {
                foreach (int id in Ids())
                {
                    string text = File.ReadAllText(PathOf(id), Utf8);
                    if (IsEntry(id, text, store))
                    {
                        entries.Add(id, text);
                    }
                    else
                    {
                        File.Delete(PathOf(id));
                    }
                }
            });
            return entries;
        }

        internal void Put(long id, string entry)
        {
            Try(() =>
            {
                string path = PathOf(id);
                Directory.CreateDirectory(Path.GetDirectoryName(path));
                AtomicFile.Write(path, path + ".new", Utf8.GetBytes(entry));
                List<int> ids = Ids();
                for (int at = 0; at < ids.Count - Most; at++)
                {
                    File.Delete(PathOf(ids[at]));
                }
            });
        }

        internal void Remove(long id)
        {
            Try(() => File.Delete(PathOf(id)));
        }

        private static bool IsEntry(int id, string text, IEditStore store)
        {
            try
            {
                return EditSlots.Read(text, store).Id == id;
            }
            catch (NoJson)
            {
                return false;
            }
            catch (BadFrame)
            {
                return false;
            }
        }

        private static List<int> Ids()
        {
            List<int> ids = new List<int>();
            string folder = ProjectFolder.Full(ScriptCopies.Folder);
            foreach (string file in Directory.Exists(folder) ? Directory.GetFiles(folder, "*" + Ending) : new string[0])
            {
                int id;
                if (int.TryParse(Path.GetFileNameWithoutExtension(file), NumberStyles.None, CultureInfo.InvariantCulture, out id))
                {
                    ids.Add(id);
                }
            }
            ids.Sort();
            return ids;
        }

        private static string PathOf(long id)
        {
            return ProjectFolder.Full(ScriptCopies.Folder + "/" + id.ToString(CultureInfo.InvariantCulture) + Ending);
        }

        private void Try(Action work)
        {
            try
            {
                work();
            }
            catch (Exception error) when (AtomicFile.IsDiskError(error))
            {
                if (!reportedProblem)
                {
                    reportedProblem = true;
                    ConsoleLines.Say("warn", "cannot keep the journal of scripts in " + ScriptCopies.Folder + ": " + error.Message);
                }
            }
        }
    }
}
