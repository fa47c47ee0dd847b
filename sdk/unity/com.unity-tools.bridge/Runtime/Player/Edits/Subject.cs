using System.Collections.Generic;
using UnityEngine;
using UnityEngine.SceneManagement;

namespace UnityTools.Bridge
{
    /// <summary>An object as a batch will have it: one of the game, or one that the batch makes.</summary>
    internal sealed class Subject
    {
        /// <summary>The game's object, or the trial that becomes it.</summary>
        internal readonly GameObject One;

        /// <summary>The edit that makes it; -1 for one of the game.</summary>
        internal readonly int MadeBy;

        internal readonly List<Part> Parts = new List<Part>();

        /// <summary>Null for a root.</summary>
        internal Subject Parent;

        internal Scene Scene;
        internal bool Active;

        /// <summary>The edit that destroys it; -1 for none.</summary>
        internal int GoneBy = -1;

        /// <summary>Where components are tried that the game's object will get; null before the first.</summary>
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
