using System.Collections.Generic;
using UnityEngine;

namespace UnityTools.Bridge
{
    /// <summary>Destroys an object or a component permanently: a player has no copy to restore it from.</summary>
    internal sealed class GoneChange : Change
    {
        internal const string Why = "a player cannot bring back what it destroyed";

        private readonly System.Func<Object> what;

        internal GoneChange(System.Func<Object> what)
        {
            this.what = what;
        }

        internal override bool IsGone
        {
            get { return what() == null; }
        }

        internal override bool IsPending
        {
            get { return what() != null; }
        }

        internal override IEnumerable<string> Places
        {
            get
            {
                Component component = what() as Component;
                GameObject one = component == null ? (GameObject)what() : component.gameObject;
                string own = (component == null ? "o:" : "c:") + NativeId.Of(what());
                return new[] { own, "t:" + NativeId.Of(one) };
            }
        }

        internal override Change Make(SceneWriter writer)
        {
            writer.Destroy(what());
            return null;
        }

        internal override IEnumerable<PlanRow> Rows(ObjectTable objects)
        {
            Component component = what() as Component;
            PlanRow row = ActiveChange.Row(objects, component == null ? (GameObject)what() : component.gameObject);
            if (component == null)
            {
                GameObject one = (GameObject)what();
                row.Old = PlanRow.Named(one.name, one.GetComponentsInChildren<Transform>(true).Length);
            }
            else
            {
                row.Index = ObjectTable.IndexOf(component);
                row.Type = component.GetType().FullName;
                row.Old = PlanRow.Typed(row.Type);
                row.Need = PlanRow.ComponentNeed(row.Type);
            }
            return new[] { row };
        }
    }
}
