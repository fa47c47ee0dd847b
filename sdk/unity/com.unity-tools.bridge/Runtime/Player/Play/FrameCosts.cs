using System;
using System.Diagnostics;

namespace UnityTools.Bridge
{
    /// <summary>
    /// The costs of the last frames. The arrays have a fixed size, so that measuring a frame allocates nothing.
    /// </summary>
    internal sealed class FrameCosts
    {
        internal const int Most = 1000;

        private readonly float[] milliseconds = new float[Most];

        // Bytes by which the managed heap grew; -1 if it shrank, because garbage was collected in that frame.
        private readonly int[] grown = new int[Most];
        private long began;
        private long heap;
        private int next;
        private int known;

        /// <summary>Called at the beginning of a frame, which also ends the previous one.</summary>
        internal void Frame()
        {
            long now = Stopwatch.GetTimestamp();
            long used = GC.GetTotalMemory(false);
            if (began != 0)
            {
                milliseconds[next] = (float)((now - began) * 1000.0 / Stopwatch.Frequency);
                grown[next] = used < heap ? -1 : (int)Math.Min(int.MaxValue, used - heap);
                next = (next + 1) % Most;
                known = Math.Min(Most, known + 1);
            }
            began = now;
            heap = used;
        }

        /// <summary>The time until the next frame is not counted.</summary>
        internal void Pause()
        {
            began = 0;
        }

        internal void Forget()
        {
            Pause();
            known = 0;
        }

        /// <summary>Writes the costs of the last frames, as many as are available.</summary>
        internal void Write(int frames, CallJob asked, JsonWriter value)
        {
            int count = Math.Min(frames, known);
            if (count == 0)
            {
                throw new Failure("not-ready", "no frame has passed since the bridge began") { RetryAfterMs = 100 };
            }
            if (count < frames)
            {
                asked.Note("only " + count + " frames are known");
            }
            float[] costs = new float[count];
            long garbage = 0;
            int collected = 0;
            for (int at = 0; at < count; at++)
            {
                int frame = (next - 1 - at + Most) % Most;
                costs[at] = milliseconds[frame];
                garbage += Math.Max(0, grown[frame]);
                collected += grown[frame] < 0 ? 1 : 0;
            }
            Array.Sort(costs);
            value.Object().Name("reply").Text("frame-stats").Name("value").Object().Name("frames").Count(count);
            value.Name("median").Number(costs[count / 2]).Name("p95").Number(costs[Math.Min(count - 1, count * 95 / 100)]);
            value.Name("longest").Number(costs[count - 1]).Name("main-thread").Null().Name("garbage");
            if (collected == count)
            {
                value.Null();
            }
            else
            {
                value.Count(Math.Min(uint.MaxValue, garbage / (count - collected)));
            }
            value.EndObject().EndObject();
            asked.Note("garbage is what all threads together left on the managed heap, a frame on average; the bridge's own answers count, too");
        }
    }
}
