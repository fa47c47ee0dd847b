using System.Collections.Generic;

namespace UnityTools.Bridge
{
    /// <summary>One change of the game that can be made, and mostly made undone.</summary>
    internal abstract class Change
    {
        /// <summary>Makes it; gives what undoes it, null where nothing can.</summary>
        internal abstract Change Make();

        /// <summary>What it is about is not there any more.</summary>
        internal abstract bool IsGone { get; }

        /// <summary>Where it would be seen, as rows.</summary>
        internal abstract IEnumerable<PlanRow> Rows(ObjectTable objects);

        /// <summary>Names of the places where it is seen: a later change of the same ones builds on it.</summary>
        internal abstract IEnumerable<string> Places { get; }

        /// <summary>Places that are there only since it was made; null for none.</summary>
        internal virtual string Makes
        {
            get { return null; }
        }

        /// <summary>Whether Unity takes it away only when the frame ends.</summary>
        internal virtual bool IsPending
        {
            get { return false; }
        }
    }
}
