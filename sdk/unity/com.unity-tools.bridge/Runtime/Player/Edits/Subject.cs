using System.Collections.Generic;
using UnityEngine;
using UnityEngine.SceneManagement;

namespace UnityTools.Bridge
{
    /// <summary>The planned state of an object: of the game, or created by the batch.</summary>
    internal sealed class Subject
    {
        /// <summary>The object of the game, or the trial object that becomes it.</summary>
        internal readonly GameObject One;

        /// <summary>The edit that creates it; -1 for an object of the game.</summary>
        internal readonly int MadeBy;

        internal readonly List<Part> Parts = new List<Part>();

        /// <summary>Null for a root.</summary>
        internal Subject Parent;

        internal Scene Scene;
        internal bool Active;

        /// <summary>The edit that destroys it; -1 if no edit does.</summary>
        internal int GoneBy = -1;

        /// <summary>
        /// The trial object for components that are added to the object of the game; null before the first.
        /// </summary>
        internal GameObject Trial;

        internal Subject(GameObject one, int madeBy)
        {
            One = one;
            MadeBy = madeBy;
            Active = one.activeSelf;
            foreach (Component component in one.GetComponents<Component>())
            {
                Parts.Add(new Part(component, madeBy >= 0));
            }
        }

        internal bool IsMade
        {
            get { return MadeBy >= 0; }
        }

        internal string Name
        {
            get { return One.name; }
        }
    }
}
