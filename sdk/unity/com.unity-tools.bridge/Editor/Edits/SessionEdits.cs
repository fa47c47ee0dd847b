using System.Collections.Generic;
using UnityEditor;

namespace UnityTools.Bridge
{
    /// <summary>Keeps the journal of edits in Unity's session state, as long as Unity keeps its undo list.</summary>
    internal sealed class SessionEdits : IEditStore
    {
        private const string Oldest = "UnityTools.Bridge.Edits.Oldest";
        private const string Newest = "UnityTools.Bridge.Edits.Newest";
        private const string Entry = "UnityTools.Bridge.Edits.";

        public IEnumerable<string> Read()
        {
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

        public void Put(long id, string entry)
        {
            SessionState.SetString(Entry + id, entry);
            if (id > SessionState.GetInt(Newest, 0))
            {
                SessionState.SetInt(Newest, (int)id);
            }
        }

        public void Remove(long id)
        {
            SessionState.EraseString(Entry + id);
            SessionState.SetInt(Oldest, (int)id + 1);
        }
    }
}
