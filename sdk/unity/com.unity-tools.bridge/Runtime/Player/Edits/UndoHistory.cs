using System.Collections.Generic;

namespace UnityTools.Bridge
{
    /// <summary>Undo of Unity itself: a list of groups, of which only the newest can be undone.</summary>
    internal abstract class UndoHistory
    {
        /// <summary>The name of the group that the running write records.</summary>
        internal abstract string Current { get; }

        /// <summary>The reason why these groups cannot be undone or redone now; null if they can.</summary>
        /// <param name="groups">Names of groups, in the order in which they would be undone or redone.</param>
        internal abstract string Obstacle(List<string> groups, bool redo);

        /// <summary>Whether the group can ever be undone or redone.</summary>
        internal abstract bool Holds(string group);

        /// <summary>Whether the user undid the group and can redo it.</summary>
        internal abstract bool IsUndone(string group);

        /// <summary>Undoes the newest group, or redoes the group that was undone last.</summary>
        internal abstract void Step(bool redo);

        /// <summary>Takes back what the running write recorded.</summary>
        internal abstract void Revert();
    }
}
