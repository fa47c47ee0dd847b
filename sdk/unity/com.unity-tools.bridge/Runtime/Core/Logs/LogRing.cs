using System.Collections.Generic;
using System.Text;

namespace UnityTools.Bridge
{
    /// <summary>
    /// A ring buffer of the newest console lines of all threads. Each line has a number. A reader passes the number to
    /// begin with, and gets the number of lines that were lost before the first one that is left.
    /// </summary>
    internal sealed class LogRing
    {
        internal const int Lines = 2000;
        internal const int Weight = 4 << 20;

        /// <summary>The size limit of one `logs` frame, with room for its head.</summary>
        internal const int FrameBytes = (64 << 10) - 256;
        internal const int FrameLines = 1000;

        private readonly object gate = new object();
        private readonly Queue<LogLine> lines = new Queue<LogLine>();
        private long next = 1;
        private int weight;

        /// <summary>Adds a line; called from any thread. A line that is too long is cut and marked.</summary>
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

        /// <summary>The number of the next line.</summary>
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
        /// A frame with the lines from number <paramref name="from"/> on, up to <paramref name="bytes"/>. Null if no
        /// line is left, or if the first line needs more space. <paramref name="from"/> becomes the number after the last
        /// line of the frame.
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

        // One character can take six bytes of JSON; a line always fits into one frame.
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
