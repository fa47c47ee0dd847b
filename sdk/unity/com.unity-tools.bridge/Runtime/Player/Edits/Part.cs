using System;
using System.Collections.Generic;
using UnityEngine;

namespace UnityTools.Bridge
{
    /// <summary>A component as a batch will have it: one of the game, or one that only the batch adds.</summary>
    internal sealed class Part
    {
        internal readonly Type Type;

        /// <summary>Where values are tried: a trial's component, which nothing of the game sees; else the game's own, which is only read.</summary>
        private readonly Component seen;

        private readonly bool isTrial;
        private readonly Dictionary<string, object> planned = new Dictionary<string, object>();

        /// <param name="isTrial">Whether it stands apart from the game, so that it may be written at once.</param>
        internal Part(Component seen, bool isTrial)
        {
            this.seen = seen;
            this.isTrial = isTrial;
            Type = seen == null ? null : seen.GetType();
            Actual = isTrial ? null : seen;
        }

        /// <summary>The game's component; null before it is added.</summary>
        internal Component Actual { get; set; }

        /// <summary>Of an object that comes into the game with its components as they were tried.</summary>
        internal void Keep()
        {
            Actual = seen;
        }

        internal Component Seen
        {
            get { return seen; }
        }

        /// <summary>What stands there once the edits so far are made.</summary>
        internal object Get(MemberPath path, out Type declared)
        {
            return path.Within(Top(path), out declared);
        }

        /// <summary>Has it from here on.</summary>
        internal void Set(MemberPath path, Func<Type, object, object> read)
        {
            object changed = path.Changed(Top(path), read);
            if (isTrial)
            {
                path.Top.Set(seen, changed);
            }
            else
            {
                planned[path.Top.Name] = changed;
            }
        }

        private object Top(MemberPath path)
        {
            object found;
            return planned.TryGetValue(path.Top.Name, out found) ? found : Copies.Of(path.Top.Get(seen));
        }
    }
}
