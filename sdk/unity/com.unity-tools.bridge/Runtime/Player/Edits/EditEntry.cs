using System.Collections.Generic;

namespace UnityTools.Bridge
{
    /// <summary>One batch that was made, with what undoes it.</summary>
    internal sealed class EditEntry
    {
        internal long Id;
        internal long AtMs;
        internal string Caller;
        internal string Tool;
        internal List<PlanRow> Rows;

        /// <summary>The last change's first; null where some change has none.</summary>
        internal List<Change> Back;

        internal List<string> Places = new List<string>();
        internal List<string> Makes = new List<string>();
        internal List<long> Undoes = new List<long>();
        internal long UndoneBy;

        internal bool IsLost
        {
            get { return Back == null || Back.Exists(change => change.IsGone); }
        }

        internal bool BuildsOn(EditEntry earlier)
        {
            return Places.Exists(place => IsOwn(place) && earlier.Places.Contains(place)) || Places.Exists(earlier.Makes.Contains);
        }

        /// <summary>That an object was touched at all is no reason by itself; that this very place of it was, is.</summary>
        private static bool IsOwn(string place)
        {
            return place[0] != 't' && place[0] != 'c';
        }
    }
}
