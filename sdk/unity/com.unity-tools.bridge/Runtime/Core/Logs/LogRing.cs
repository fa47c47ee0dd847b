using System.Collections.Generic;
using System.Text;

namespace UnityTools.Bridge
{
    /// <summary>
    /// The newest lines, from every thread. Each line has a number; whoever reads says from which one on, and is told how many were
    /// lost before the first that is still there.
    /// </summary>
    internal sealed class LogRing
    {
        internal const int Lines = 2000;
        internal const int Weight = 4 << 20;

        /// <summary>Of one `logs` frame, with room for its head.</summary>
        internal const int FrameBytes = (64 << 10) - 256;
        internal const int FrameLines = 1000;

        private readonly object gate = new object();
        private readonly Queue<LogLine> lines = new Queue<LogLine>();
        private long next = 1;
        private int weight;

        /// <summary>Adds a line; any thread may. What is too long is cut, with a mark.</summary>
        internal void Add(LogLine line)
        {
            line.Text = Short(line.Text ?? "", LogLine.LongestText);
            line.Stack = line.Stack == null ? null : Short(line.Stack, LogLine.LongestStack);
            lock (gate)
            {
                lines.Enqueue(line);
                next++;
                weight += line.Weight;
                while (lines.Count > Lines || weight > Weight)
                {
                    weight -= lines.Dequeue().Weight;
                }
            }
        }

        /// <summary>The number that the next line gets.</summary>
        internal long Next
        {
            get
            {
                lock (gate)
                {
                    return next;
                }
            }
        }

        /// <summary>
        /// A frame with what stands from number <paramref name="from"/> on, as far as <paramref name="bytes"/> go; null where there
        /// is nothing, or the first line needs more. <paramref name="from"/> becomes the number behind it.
        /// </summary>
        internal string Frame(ref long from, int bytes)
        {
            if (bytes > FrameBytes)
            {
                bytes = FrameBytes;
            }
            List<LogLine> taken = new List<LogLine>();
            long first;
            lock (gate)
            {
                long oldest = next - lines.Count;
                first = from < oldest ? oldest : from;
                if (first >= next)
                {
                    return null;
                }
                long number = oldest;
                foreach (LogLine line in lines)
                {
                    if (number++ < first)
                    {
                        continue;
                    }
                    taken.Add(line);
                    if (taken.Count == FrameLines)
                    {
                        break;
                    }
                }
            }
            List<LogLine> fitting = Fitting(taken, bytes);
            if (fitting.Count == 0)
            {
                return null;
            }
            string frame = UnityFrames.Logs(first, first - from, fitting);
            from = first + fitting.Count;
            return frame;
        }

        private static List<LogLine> Fitting(List<LogLine> lines, int bytes)
        {
            List<LogLine> fitting = new List<LogLine>();
            foreach (LogLine line in lines)
            {
                JsonWriter written = new JsonWriter();
                line.Write(written);
                bytes -= Encoding.UTF8.GetByteCount(written.ToString()) + 1;
                if (bytes < 0)
                {
                    break;
                }
                fitting.Add(line);
            }
            return fitting;
        }

        // Six bytes of JSON may stand for one letter; a line always fits into a frame of its own.
        private static string Short(string text, int bytes)
        {
            if (text.Length * 6 <= bytes)
            {
                return text;
            }
            string cut = Surrogates.Cut(text, bytes);
            if (cut.Length < text.Length)
            {
                cut += "… (" + text.Length + " letters)";
            }
            JsonWriter written = new JsonWriter();
            written.Text(cut);
            if (Encoding.UTF8.GetByteCount(written.ToString()) > bytes + 4096)
            {
                return Surrogates.Cut(text, bytes / 6) + "… (" + text.Length + " letters)";
            }
            return cut;
        }
    }
}
