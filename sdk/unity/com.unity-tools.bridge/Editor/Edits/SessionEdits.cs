using System.Collections.Generic;
using UnityEditor;

namespace UnityTools.Bridge
{
    /// <summary>
    /// Keeps the journal of edits in Unity's session state, as long as Unity keeps its undo list. Changes of scripts and
    /// assets stay longer: their entries are also files.
    /// </summary>
    internal sealed class SessionEdits : IEditStore
    {
        private const string Oldest = "UnityTools.Bridge.Edits.Oldest";
        private const string Newest = "UnityTools.Bridge.Edits.Newest";
        private const string Entry = "UnityTools.Bridge.Edits.";
        private const string Begun = "UnityTools.Bridge.Edits.Begun";

        private readonly ScriptEntries files = new ScriptEntries();

        public IEnumerable<string> Read()
        {
            if (!SessionState.GetBool(Begun, false))
            {
                SessionState.SetBool(Begun, true);
                Begin();
            }
            int newest = SessionState.GetInt(Newest, 0);
            for (int id = SessionState.GetInt(Oldest, 1); id <= newest; id++)
            {
                string entry = SessionState.GetString(Entry + id, "");
                if (entry.Length > 0)
                {
                    yield return entry;
                }
            }
        }

        public void Put(long id, string entry, bool isLasting)
        {
            SessionState.SetString(Entry + id, entry);
            if (id > SessionState.GetInt(Newest, 0))
            {
                SessionState.SetInt(Newest, (int)id);
            }
            if (isLasting)
            {
                files.Put(id, entry);
            }
        }

        public void Remove(long id)
        {
            SessionState.EraseString(Entry + id);
            SessionState.SetInt(Oldest, (int)id + 1);
            files.Remove(id);
        }

        public Change Restore(Json stored)
        {
            return stored["assets"] == null ? (Change)ScriptChange.Read(stored) : AssetUndo.Read(stored);
        }

        /// <summary>The journal of a new process begins with the entries that earlier ones left as files.</summary>
        private void Begin()
        {
            int oldest = 0;
            int newest = 0;
            foreach (KeyValuePair<int, string> entry in files.Read(this))
            {
                SessionState.SetString(Entry + entry.Key, entry.Value);
                oldest = oldest == 0 ? entry.Key : oldest;
                newest = entry.Key;
            }
            if (newest > 0)
            {
                SessionState.SetInt(Oldest, oldest);
                SessionState.SetInt(Newest, newest);
            }
        }
    }
}
