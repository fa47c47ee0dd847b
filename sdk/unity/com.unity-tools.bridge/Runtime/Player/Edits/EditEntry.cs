using System;
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

        /// <summary>A new one of that call. Whose the call is the host knows by its key.</summary>
        internal static EditEntry Of(CallJob asked, Clock clock)
        {
            return new EditEntry { AtMs = clock.SinceEpoch, Caller = "key:" + asked.Call.Key, Tool = asked.Call.Tool ?? "" };
        }

        internal bool IsLost
        {
            get { return Back == null || Back.Exists(change => change.IsGone); }
        }

        /// <summary>Makes all of them or none.</summary>
        internal void Make(List<Change> changes)
        {
            List<Change> back = new List<Change>();
            bool whole = true;
            try
            {
                foreach (Change change in changes)
                {
                    bool gone = change is GoneChange;
                    if (gone && !change.IsGone)
                    {
                        Places.AddRange(change.Places);
                    }
                    Change inverse = change.IsGone ? null : change.Make();
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
                // Half of a batch is none.
                back.ForEach(change => change.Make());
                throw;
            }
            Back = whole ? back : null;
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
