using System;
using System.Diagnostics;
using System.Globalization;
using UnityEditor;

/// <summary>Measures what the callbacks of `EditorApplication.update` cost the main thread, since the last reset.</summary>
public static class Meter
{
    private static readonly Func<long> Allocated = (Func<long>)Delegate.CreateDelegate(
        typeof(Func<long>), typeof(GC).GetMethod("GetAllocatedBytesForCurrentThread"));

    private static EditorApplication.CallbackFunction measured;
    private static long updates;
    private static long ticks;
    private static long longest;
    private static long bytes;
    private static long begun;

    public static string Start()
    {
        measured = EditorApplication.update;
        EditorApplication.update = Measure;
        return Reset();
    }

    public static string Reset()
    {
        updates = ticks = longest = bytes = 0;
        begun = Stopwatch.GetTimestamp();
        return "";
    }

    /// <summary>Updates, milliseconds in all, milliseconds of the longest update, bytes, and milliseconds since the reset.</summary>
    public static string Read()
    {
        double inMs = 1000.0 / Stopwatch.Frequency;
        double[] all = { updates, ticks * inMs, longest * inMs, bytes, (Stopwatch.GetTimestamp() - begun) * inMs };
        return string.Join(" ", Array.ConvertAll(all, one => one.ToString("R", CultureInfo.InvariantCulture)));
    }

    private static void Measure()
    {
        long before = Allocated();
        long at = Stopwatch.GetTimestamp();
        measured();
        long took = Stopwatch.GetTimestamp() - at;
        bytes += Allocated() - before;
        updates++;
        ticks += took;
        longest = Math.Max(longest, took);
    }
}
