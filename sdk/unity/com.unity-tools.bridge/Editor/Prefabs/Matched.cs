using System.Collections.Generic;

namespace UnityTools.Bridge
{
    /// <summary>The corresponding items of two lists, such as children or components.</summary>
    internal sealed class Matched<T>
        where T : class
    {
        /// <summary>An item with the keys by which it is matched.</summary>
        internal struct Item
        {
            internal T Value;

            /// <summary>The same object for items with a common source; null if there is none.</summary>
            internal object Source;

            internal object Name;
        }

        internal readonly List<KeyValuePair<T, T>> Pairs = new List<KeyValuePair<T, T>>();
        internal readonly List<T> OnlyFirst = new List<T>();
        internal readonly List<T> OnlySecond = new List<T>();

        /// <summary>
        /// Items with a common source correspond. Then the nth other item of a name corresponds to the nth one of that name.
        /// </summary>
        internal Matched(List<Item> first, List<Item> second)
        {
            Dictionary<T, T> found = new Dictionary<T, T>();
            HashSet<T> taken = new HashSet<T>();
            foreach (Item one in first)
            {
                int at = one.Source == null ? -1 : second.FindIndex(other => Equals(other.Source, one.Source) && !taken.Contains(other.Value));
                if (at >= 0)
                {
                    found.Add(one.Value, second[at].Value);
                    taken.Add(second[at].Value);
                }
            }
            Dictionary<object, Queue<T>> named = new Dictionary<object, Queue<T>>();
            foreach (Item other in second.FindAll(each => !taken.Contains(each.Value)))
            {
                Queue<T> queue;
                if (!named.TryGetValue(other.Name, out queue))
                {
                    queue = new Queue<T>();
                    named.Add(other.Name, queue);
                }
                queue.Enqueue(other.Value);
            }
            foreach (Item one in first)
            {
                Queue<T> queue;
                if (!found.ContainsKey(one.Value) && named.TryGetValue(one.Name, out queue) && queue.Count > 0)
                {
                    taken.Add(queue.Peek());
                    found.Add(one.Value, queue.Dequeue());
                }
                if (found.ContainsKey(one.Value))
                {
                    Pairs.Add(new KeyValuePair<T, T>(one.Value, found[one.Value]));
                }
                else
                {
                    OnlyFirst.Add(one.Value);
                }
            }
            OnlySecond.AddRange(second.FindAll(other => !taken.Contains(other.Value)).ConvertAll(other => other.Value));
        }
    }
}
