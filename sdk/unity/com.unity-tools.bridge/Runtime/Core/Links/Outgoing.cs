using System.Collections.Generic;
using System.Threading;

namespace UnityTools.Bridge
{
    /// <summary>Frames that wait for a link's writing thread, in order and bounded. Whoever adds one never waits.</summary>
    internal sealed class Outgoing
    {
        /// <summary>One frame, and the binary one right behind it.</summary>
        internal sealed class Item
        {
            internal string Text;
            internal byte[] Binary;

            internal int Weight
            {
                get { return 2 * Text.Length + (Binary == null ? 0 : Binary.Length); }
            }
        }

        private readonly object gate = new object();
        private readonly Queue<Item> items = new Queue<Item>();
        private long weight;
        private int taken;
        private bool ended;

        /// <summary>Bytes that wait, those of the one that is being sent among them.</summary>
        internal long Weight
        {
            get
            {
                lock (gate)
                {
                    return weight;
                }
            }
        }

        /// <summary>False where too much waits already; after the end all is dropped.</summary>
        internal bool Add(string text, byte[] binary)
        {
            Item item = new Item { Text = text, Binary = binary };
            lock (gate)
            {
                if (ended)
                {
                    return true;
                }
                if (weight + item.Weight > Protocol.Unsent)
                {
                    return false;
                }
                items.Enqueue(item);
                weight += item.Weight;
                Monitor.Pulse(gate);
                return true;
            }
        }

        /// <summary>The next one, waited for at most so long; null where none came. <paramref name="over"/> once no more will come.</summary>
        internal Item Take(int waitMs, out bool over)
        {
            lock (gate)
            {
                weight -= taken;
                taken = 0;
                if (items.Count == 0 && !ended)
                {
                    Monitor.Wait(gate, waitMs);
                }
                over = items.Count == 0 && ended;
                if (items.Count == 0)
                {
                    return null;
                }
                Item item = items.Dequeue();
                taken = item.Weight;
                return item;
            }
        }

        /// <summary>Takes no more; what waits is still given.</summary>
        internal void End()
        {
            lock (gate)
            {
                ended = true;
                Monitor.PulseAll(gate);
            }
        }
    }
}
