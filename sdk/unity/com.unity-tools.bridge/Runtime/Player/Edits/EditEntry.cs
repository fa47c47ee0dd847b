using System;
using System.Collections.Generic;

namespace UnityTools.Bridge
{
    /// <summary>One applied batch, with the changes that undo it.</summary>
    internal sealed class EditEntry
    {
        internal long Id;
        internal long AtMs;
        internal string Caller;
        internal string Tool;
        internal List<PlanRow> Rows;

        /// <summary>The undo changes, that of the last change first; null if some change cannot be undone.</summary>
        internal List<Change> Back;

        internal List<string> Places = new List<string>();
        internal List<string> Makes = new List<string>();
        internal List<long> Undoes = new List<long>();
        internal long UndoneBy;

        /// <summary>Files of the rows that were saved since.</summary>
        internal List<string> Saved = new List<string>();

        /// <summary>The group in Unity's own undo; null in a player.</summary>
        internal string Group;

        /// <summary>A new entry of that call. The host knows the caller by the key.</summary>
        internal static EditEntry Of(CallJob asked, Clock clock)
        {
            return new EditEntry { AtMs = clock.SinceEpoch, Caller = "key:" + asked.Call.Key, Tool = asked.Call.Tool ?? "" };
        }

        /// <summary>
        /// Nothing is left that an undo could change. For an entry with a group, Unity's undo decides that.
        /// </summary>
        internal bool IsLost
        {
            get { return Group == null && (Back == null || Back.Exists(change => change.IsGone)); }
        }

        /// <summary>Whether the files hold what became of the entry.</summary>
        internal bool IsSaved
        {
            get
            {
                List<PlanRow> stored = Rows.FindAll(row => row.File.Length > 0);
                return Undoes.Count == 0 && stored.Count > 0 && stored.TrueForAll(row => Saved.Contains(row.File));
            }
        }

        /// <summary>Makes all changes or none.</summary>
        internal void Make(List<Change> changes, SceneWriter writer)
        {
            List<Change> back = new List<Change>();
            bool whole = true;
            UndoHistory history = changes.TrueForAll(change => change.IsRecorded) ? writer.History : null;
            try
            {
                foreach (Change change in changes)
                {
                    bool gone = change is GoneChange;
                    if (gone && !change.IsGone)
                    {
                        Places.AddRange(change.Places);
                    }
                    Change inverse = change.IsGone ? null : change.Make(writer);
                    whole &= inverse != null;
                    if (inverse != null)
                    {
                        back.Insert(0, inverse);
                    }
                    if (!gone)
                    {
                        Places.AddRange(change.Places);
                    }
                    if (change.Makes != null)
                    {
                        Makes.Add(change.Makes);
                    }
                }
            }
            catch (Exception)
            {
                // If one change fails, the earlier changes of the batch are undone.
                if (history != null)
                {
                    history.Revert();
                }
                else
                {
                    back.ForEach(change => change.Make(writer));
                }
                throw;
            }
            Back = whole ? back : null;
            Group = history == null || changes.Count == 0 ? null : history.Current;
        }

        internal bool BuildsOn(EditEntry earlier)
        {
            return Places.Exists(place => IsOwn(place) && earlier.Places.Exists(other => IsSame(place, other))) || Places.Exists(earlier.Makes.Contains);
        }

        /// <summary>Whether two places are the same, or one is a folder that contains the other.</summary>
        private static bool IsSame(string one, string other)
        {
            bool isInside = one.StartsWith("f:", StringComparison.Ordinal)
                && (one.StartsWith(other + "/", StringComparison.Ordinal) || other.StartsWith(one + "/", StringComparison.Ordinal));
            return one == other || isInside;
        }

        /// <summary>
        /// Two changes of one object are no dependency by themselves; two changes of the same place are.
        /// </summary>
        private static bool IsOwn(string place)
        {
            return place[0] != 't' && place[0] != 'c';
        }
    }
}
