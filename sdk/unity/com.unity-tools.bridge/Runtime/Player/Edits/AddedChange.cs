using System;
using System.Collections.Generic;
using UnityEngine;

namespace UnityTools.Bridge
{
    /// <summary>Adds a component to an object, with the components that it requires.</summary>
    internal sealed class AddedChange : Change
    {
        private readonly GameObject one;
        private readonly Type type;
        private readonly List<Part> parts;
        private readonly List<Component> added = new List<Component>();

        /// <param name="parts">
        /// The components as they were tried in the draft: their values are applied to the new components.
        /// </param>
        internal AddedChange(GameObject one, Type type, List<Part> parts)
        {
            this.one = one;
            this.type = type;
            this.parts = parts;
        }

        /// <summary>The added components; the requested one is last. Empty before the change is made.</summary>
        internal List<Component> Added
        {
            get { return added; }
        }

        internal override bool IsGone
        {
            get { return one == null; }
        }

        internal override IEnumerable<string> Places
        {
            get { return new[] { "t:" + NativeId.Of(one), Makes }; }
        }

        internal override string Makes
        {
            get { return added.Count == 0 ? null : "c:" + NativeId.Of(added[added.Count - 1]); }
        }

        internal override Change Make(SceneWriter writer)
        {
            List<Component> before = new List<Component>(one.GetComponents<Component>());
            ComponentFunctions.Add(one, type, writer);
            foreach (Component component in one.GetComponents<Component>())
            {
                if (before.Contains(component))
                {
                    continue;
                }
                added.Add(component);
                Part part = parts.Find(known => known.Actual == null && known.Type == component.GetType());
                if (part != null)
                {
                    part.Actual = component;
                }
            }
            bool replaced = added.Exists(component => component is Transform);
            return replaced ? null : new TakenChange(added);
        }

        internal override IEnumerable<PlanRow> Rows(ObjectTable objects)
        {
            return new PlanRow[0];
        }
    }
}
