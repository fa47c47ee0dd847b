using System;
using System.Collections.Generic;
using UnityEngine;

namespace UnityTools.Bridge
{
    /// <summary>The planned state of a component: of the game, or added by the batch.</summary>
    internal sealed class Part
    {
        internal readonly Type Type;

        /// <summary>
        /// The component that is read: a trial component that the game does not see, or the component of the game.
        /// </summary>
        private readonly Component seen;

        private readonly bool isTrial;
        private readonly Dictionary<string, object> planned = new Dictionary<string, object>();

        /// <param name="isTrial">Whether it is a trial component, which may be written immediately.</param>
        internal Part(Component seen, bool isTrial)
        {
            this.seen = seen;
            this.isTrial = isTrial;
            Type = seen == null ? null : seen.GetType();
            Actual = isTrial ? null : seen;
        }

        /// <summary>The component of the game; null before it is added.</summary>
        internal Component Actual { get; set; }

        /// <summary>For an object that appears in the game together with its trial components.</summary>
        internal void Keep()
        {
            Actual = seen;
        }

        internal Component Seen
        {
            get { return seen; }
        }

        /// <summary>The value after the edits so far.</summary>
        internal object Get(MemberPath path, out Type declared)
        {
            return path.Within(Top(path), out declared);
        }

        /// <summary>Plans a new value.</summary>
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
