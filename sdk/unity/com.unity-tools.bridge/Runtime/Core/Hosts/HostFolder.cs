using System;
using System.Collections.Generic;
using System.IO;

namespace UnityTools.Bridge
{
    /// <summary>Which hosts of this user live: their files in the data folder, or the one that the environment names.</summary>
    internal sealed class HostFolder
    {
        private const int LongestFile = 64 << 10;
        private const int MostFiles = 256;

        private readonly string folder;
        private readonly HostFile named;

        private HostFolder(string folder, HostFile named)
        {
            this.folder = folder;
            this.named = named;
        }

        /// <summary>Where files are looked for; null where the environment names the host.</summary>
        internal string Place
        {
            get { return folder; }
        }

        internal static HostFolder Of(string folder)
        {
            return new HostFolder(folder, null);
        }

        /// <summary>As the variables say; null where they name a host that cannot be dialled.</summary>
        internal static HostFolder OfEnvironment(Func<string, string> variable, out string why)
        {
            why = null;
            string address = variable("UNITY_TOOLS_HOST");
            if (string.IsNullOrEmpty(address))
            {
                return new HostFolder(Path.Combine(DataFolder(variable), "hosts"), null);
            }
            HostAddress at = HostAddress.Read(address, out why);
            string token = variable("UNITY_TOOLS_TOKEN") ?? "";
            if (at != null && token.Length < Secret.Least)
            {
                why = "UNITY_TOOLS_TOKEN has " + token.Length + " letters: the host's secret has at least " + Secret.Least;
                at = null;
            }
            if (at == null)
            {
                return null;
            }
            HostFile named = new HostFile
            {
                Address = at,
                Secret = new Secret(token),
                Run = "",
                Started = -1,
                Content = address + "\n" + token,
                Place = "UNITY_TOOLS_HOST"
            };
            return new HostFolder(null, named);
        }

        /// <summary>The living ones, at most 8, those of the lowest names first. A file that is none is passed over.</summary>
        internal List<HostFile> Living()
        {
            List<HostFile> living = new List<HostFile>();
            if (named != null)
            {
                living.Add(named);
                return living;
            }
            string[] files;
            try
            {
                files = Directory.Exists(folder) ? Directory.GetFiles(folder, "*.json") : new string[0];
            }
            catch (Exception error)
            {
                if (error is IOException || error is UnauthorizedAccessException)
                {
                    return living;
                }
                throw;
            }
            Array.Sort(files, StringComparer.Ordinal);
            for (int at = 0; at < files.Length && at < MostFiles && living.Count < Protocol.Hosts; at++)
            {
                HostFile file = Read(files[at]);
                if (file != null && HostProcess.IsAlive(file.ProcessId, file.Started))
                {
                    living.Add(file);
                }
            }
            return living;
        }

        private static HostFile Read(string path)
        {
            try
            {
                if (new FileInfo(path).Length > LongestFile)
                {
                    return null;
                }
                string why;
                return HostFile.Read(path, File.ReadAllText(path), out why);
            }
            catch (Exception error)
            {
                // It went away between two looks, or is another user's.
                if (error is IOException || error is UnauthorizedAccessException)
                {
                    return null;
                }
                throw;
            }
        }

        private static string DataFolder(Func<string, string> variable)
        {
            string data = variable("UNITY_TOOLS_DATA");
            if (!string.IsNullOrEmpty(data))
            {
                return data;
            }
            if (Path.DirectorySeparatorChar == '\\')
            {
                return Path.Combine(variable("LOCALAPPDATA") ?? "", "unity-tool-host");
            }
            string home = variable("HOME") ?? "";
            if (Directory.Exists("/System/Library/CoreServices"))
            {
                return Path.Combine(home, "Library/Application Support/unity-tool-host");
            }
            string share = variable("XDG_DATA_HOME");
            return Path.Combine(string.IsNullOrEmpty(share) ? Path.Combine(home, ".local/share") : share, "unity-tool-host");
        }
    }
}
