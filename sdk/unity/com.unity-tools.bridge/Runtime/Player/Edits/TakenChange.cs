using System.Collections.Generic;
using UnityEngine;

namespace UnityTools.Bridge
{
    /// <summary>Removes components that a batch had added; components that require others are removed first.</summary>
    internal sealed class TakenChange : Change
    {
        private readonly List<Component> added;

        internal TakenChange(List<Component> added)
        {
            this.added = added;
        }

        internal override bool IsGone
        {
            get { return added.Exists(component => component == null); }
        }

        internal override bool IsPending
        {
            get { return added.Exists(component => component != null); }
        }

        internal override IEnumerable<string> Places
        {
            get { return added.ConvertAll(component => "c:" + NativeId.Of(component)); }
        }

        internal override Change Make(SceneWriter writer)
        {
            for (int at = added.Count - 1; at >= 0; at--)
            {
                writer.Destroy(added[at]);
            }
            return null;
        }

        internal override IEnumerable<PlanRow> Rows(ObjectTable objects)
        {
            foreach (Component component in added)
            {
                foreach (PlanRow row in new GoneChange(() => component).Rows(objects))
                {
                    yield return row;
                }
            }
        }
    }
}
