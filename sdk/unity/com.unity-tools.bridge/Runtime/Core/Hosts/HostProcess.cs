using System;
using System.Diagnostics;
using System.Globalization;
using System.IO;

namespace UnityTools.Bridge
{
    /// <summary>
    /// Checks whether the process that wrote a host file still runs. A process id alone is not enough, because the
    /// system reuses it. The host checks the process of Unity in the same way.
    /// </summary>
    internal static class HostProcess
    {
        /// <summary>Clocks and rounding of two runtimes differ by up to this much.</summary>
        private const long ToleranceMs = 5000;

        internal static bool IsAlive(long id, long started)
        {
            if (id <= 0 || id > int.MaxValue)
            {
                return false;
            }
            long since;
            try
            {
                since = Since((int)id);
            }
            catch (IOException)
            {
                return false;
            }
            catch (ArgumentException)
            {
                return false;
            }
            // If the system does not reveal the start time of an existing process, the process counts as running.
            catch (Exception)
            {
                return true;
            }
            return since < 0 || started < 0 || Math.Abs(since - started) <= ToleranceMs;
        }

        /// <summary>The start of a running process as text, in milliseconds since 1970; null if the system does not reveal it.</summary>
        internal static string Started(int id)
        {
            try
            {
                long since = Since(id);
                return since > 0 ? since.ToString(CultureInfo.InvariantCulture) : null;
            }
            catch (Exception)
            {
                return null;
            }
        }

        private static long Since(int id)
        {
            return Directory.Exists("/proc/self") ? SinceOnLinux(id) : SinceElsewhere(id);
        }

        private static long SinceElsewhere(int id)
        {
            using (Process process = Process.GetProcessById(id))
            {
                if (process.HasExited)
                {
                    throw new ArgumentException("it has ended");
                }
                DateTime start = process.StartTime.ToUniversalTime();
                return (long)(start - new DateTime(1970, 1, 1, 0, 0, 0, DateTimeKind.Utc)).TotalMilliseconds;
            }
        }

        /// <summary>Read from /proc, because old runtimes count from another moment; -1 if it cannot be read.</summary>
        private static long SinceOnLinux(long id)
        {
            string stat = File.ReadAllText("/proc/" + id.ToString(CultureInfo.InvariantCulture) + "/stat");
            // The name is in parentheses and may contain any characters.
            string[] parts = stat.Substring(stat.LastIndexOf(')') + 1).Split(new[] { ' ' }, StringSplitOptions.RemoveEmptyEntries);
            long ticks;
            if (parts.Length < 20 || parts[0] == "Z" || !Numbers.Long(parts[19], out ticks))
            {
                return parts.Length > 0 && parts[0] == "Z" ? 0 : -1;
            }
            foreach (string line in File.ReadAllLines("/proc/stat"))
            {
                long boot;
                if (line.StartsWith("btime ", StringComparison.Ordinal) && Numbers.Long(line.Substring(6).Trim(), out boot))
                {
                    // The kernel reports 100 ticks a second to programs, whatever its internal clock does.
                    return boot * 1000 + ticks * 10;
                }
            }
            return -1;
        }
    }
}
