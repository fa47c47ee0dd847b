using System;
using System.Diagnostics;
using System.Runtime.InteropServices;
using System.Threading;

namespace UnityDouble
{
    /// <summary>A flag of the editor.</summary>
    public enum Flag
    {
        Compiling,
        PlayWanted,
        Playing,
        Paused,
    }

    /// <summary>
    /// The flags and the clock of the editor, which scripts read in each update. They are in memory outside of all
    /// AppDomains, where each copy of this object finds them. Unity reads them from native memory too; a call through a
    /// proxy would cost a thousand times as much and allocate.
    /// </summary>
    [Serializable]
    public sealed class SharedState
    {
        private readonly long address;
        private readonly long started = Stopwatch.GetTimestamp();

        /// <summary>Allocates the memory, which exists until the process ends.</summary>
        public SharedState()
        {
            int flags = Enum.GetValues(typeof(Flag)).Length;
            address = Marshal.AllocHGlobal(flags * sizeof(int)).ToInt64();
            for (int at = 0; at < flags; at++)
            {
                Set((Flag)at, false);
            }
        }

        /// <summary>Seconds since this object was created.</summary>
        public double Seconds
        {
            get { return (Stopwatch.GetTimestamp() - started) / (double)Stopwatch.Frequency; }
        }

        /// <summary>The last value of the flag.</summary>
        public bool Has(Flag flag)
        {
            Thread.MemoryBarrier();
            return Marshal.ReadInt32(Place(flag)) != 0;
        }

        /// <summary>Only the owner of a flag sets it, under its lock.</summary>
        internal void Set(Flag flag, bool value)
        {
            Marshal.WriteInt32(Place(flag), value ? 1 : 0);
            Thread.MemoryBarrier();
        }

        private IntPtr Place(Flag flag)
        {
            return new IntPtr(address + (int)flag * sizeof(int));
        }
    }
}
