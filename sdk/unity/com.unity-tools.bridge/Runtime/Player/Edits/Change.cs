using System.Collections.Generic;

namespace UnityTools.Bridge
{
    /// <summary>One change of the game that can be made, and usually undone.</summary>
    internal abstract class Change
    {
        /// <summary>Makes the change; returns the change that undoes it, or null if it cannot be undone.</summary>
        internal abstract Change Make(SceneWriter writer);

        /// <summary>Its object does not exist any more.</summary>
        internal abstract bool IsGone { get; }

        /// <summary>The places that it changes, as rows.</summary>
        internal abstract IEnumerable<PlanRow> Rows(ObjectTable objects);

        /// <summary>Names of the changed places: a later change of the same place depends on this one.</summary>
        internal abstract IEnumerable<string> Places { get; }

        /// <summary>A place that exists only since this change; null if absent.</summary>
        internal virtual string Makes
        {
            get { return null; }
        }

        /// <summary>Whether Unity's own undo, if there is one, records the change.</summary>
        internal virtual bool IsRecorded
        {
            get { return true; }
        }

        /// <summary>The reason why it can never be made; null if it is the usual one, or if it can.</summary>
        internal virtual string WhyGone
        {
            get { return null; }
        }

        /// <summary>The reason why it cannot be made now; null if it can.</summary>
        /// <param name="isLater">Whether another change is made first that has a place in common with this one.</param>
        internal virtual string Obstacle(bool isLater)
        {
            return null;
        }

        /// <summary>
        /// One JSON object from which <see cref="IEditStore.Restore"/> makes the change again in another domain load; null
        /// if it does not outlive the domain.
        /// </summary>
        internal virtual string Stored
        {
            get { return null; }
        }

        /// <summary>Whether Unity removes the object only at the end of the frame.</summary>
        internal virtual bool IsPending
        {
            get { return false; }
        }
    }
}
