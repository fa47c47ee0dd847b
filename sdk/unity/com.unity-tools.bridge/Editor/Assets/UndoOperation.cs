using System.Collections.Generic;

namespace UnityTools.Bridge
{
    /// <content>The step of Unity's own undo.</content>
    internal abstract partial class AssetOperation
    {
        /// <summary>
        /// Undoes or redoes the group of Unity's own undo. It is needed for changes of open scenes. For changes of assets it
        /// only keeps the undo list of Unity in step with the files, so that the groups before it can be undone.
        /// </summary>
        internal sealed class UnityStep : AssetOperation
        {
            internal const string Undo = "undo";
            internal const string Redo = "redo";
            private readonly string group;
            private readonly bool redo;

            internal UnityStep(string group, bool redo, bool isNeeded)
            {
                this.group = group;
                this.redo = redo;
                IsNeeded = isNeeded;
            }

            internal bool IsNeeded { get; private set; }

            internal bool IsGone(UndoHistory history)
            {
                return IsNeeded && !history.Holds(group);
            }

            internal string Obstacle(UndoHistory history)
            {
                return IsNeeded ? Reason(history) : null;
            }

            internal override AssetOperation Run(AssetCopies copies, UndoHistory history)
            {
                if (IsNeeded || Reason(history) == null)
                {
                    history.Step(redo);
                }
                return new UnityStep(group, !redo, IsNeeded);
            }

            internal override void Write(JsonWriter to)
            {
                to.Object().Name("step").Text(redo ? Redo : Undo).Name("group").Text(group).Name("needed").Bool(IsNeeded).EndObject();
            }

            internal override IEnumerable<AssetState> States(bool deletes)
            {
                yield break;
            }

            private string Reason(UndoHistory history)
            {
                return history.Obstacle(new List<string> { group }, redo);
            }
        }
    }
}
