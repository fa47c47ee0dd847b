using System.Collections.Generic;
using UnityEngine;

namespace UnityTools.Bridge
{
    /// <summary>The selected objects, the newest first. The bridge keeps them for a player, which has no selection.</summary>
    internal class SelectedObjects
    {
        private readonly List<GameObject> selected = new List<GameObject>();

        internal virtual List<GameObject> Get()
        {
            selected.RemoveAll(one => one == null);
            return selected;
        }

        /// <returns>Whether the caller must report the change, because Unity does not.</returns>
        internal virtual bool Set(List<GameObject> chosen)
        {
            selected.Clear();
            selected.AddRange(chosen);
            return true;
        }
    }
}
