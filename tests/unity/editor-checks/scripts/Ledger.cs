using System;
using System.Diagnostics;
using System.Globalization;
using System.IO;
using System.Text;
using UnityEngine;

/// <summary>Appends each effect to a file, which outlives domain reloads and killed editors.</summary>
public static class Ledger
{
    private static readonly string Path = Environment.GetEnvironmentVariable("RELOADS_LEDGER");
    private static readonly int Life = Process.GetCurrentProcess().Id;

    /// <summary>One line: milliseconds since 1970, process, mode, kind, token, value.</summary>
    public static void Add(string kind, string token, string value)
    {
        double now = (DateTime.UtcNow - new DateTime(1970, 1, 1, 0, 0, 0, DateTimeKind.Utc)).TotalMilliseconds;
        string mode = Application.isPlaying ? "play" : "edit";
        string time = now.ToString("F3", CultureInfo.InvariantCulture);
        byte[] line = Encoding.UTF8.GetBytes(string.Join("\t", new[] { time, Life.ToString(), mode, kind, token, value }) + "\n");
        using (FileStream file = new FileStream(Path, FileMode.Append, FileAccess.Write, FileShare.ReadWrite))
        {
            file.Write(line, 0, line.Length);
        }
    }
}
