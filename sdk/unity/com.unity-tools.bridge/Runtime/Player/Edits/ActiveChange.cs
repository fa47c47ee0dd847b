using System.Collections.Generic;
using UnityEngine;

namespace UnityTools.Bridge
{
    /// <summary>Sets the active flag of an object.</summary>
    internal sealed class ActiveChange : Change
    {
        private readonly GameObject one;
        private readonly bool active;

        internal ActiveChange(GameObject one, bool active)
        {
            this.one = one;
            this.active = active;
        }

        internal override bool IsGone
        {
            get { return one == null; }
        }

        internal override IEnumerable<string> Places
        {
            get { return new[] { "a:" + NativeId.Of(one), "t:" + NativeId.Of(one) }; }
        }

        internal override Change Make(SceneWriter writer)
        {
            bool before = one.activeSelf;
            writer.Change(one, () => one.SetActive(active));
            return new ActiveChange(one, before);
        }

        internal override IEnumerable<PlanRow> Rows(ObjectTable objects)
        {
            PlanRow row = Row(objects, one);
            row.Field = "active_self";
            row.Old = one.activeSelf ? "true" : "false";
            row.New = active ? "true" : "false";
            return new[] { row };
        }

        /// <summary>A row about an object of the game.</summary>
        internal static PlanRow Row(ObjectTable objects, GameObject one)
        {
            return new PlanRow
            {
                Object = objects.Id(one),
                File = SceneTable.File(one.scene),
                Path = Hierarchy.UniquePath(one.transform, SceneTable.Roots(one.scene))
            };
        }
    }
}
