using System.Collections.Generic;
using System.Threading;

namespace UnityTools.Bridge
{
    /// <summary>A bounded queue of frames for the writing thread of a link. Adding a frame never blocks.</summary>
    internal sealed class Outgoing
    {
        /// <summary>One frame, and the binary frame directly after it.</summary>
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

        /// <summary>The number of queued bytes, including the frame that is being sent.</summary>
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

        /// <summary>Returns false if the queue is full; after the end all frames are dropped.</summary>
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

        /// <summary>
        /// The next frame; null if none arrived within that time. <paramref name="over"/> is set once no more will
        /// come.
        /// </summary>
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

        /// <summary>Accepts no more frames; queued frames are still returned.</summary>
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
