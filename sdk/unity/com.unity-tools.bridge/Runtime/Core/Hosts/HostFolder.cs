using System;
using System.Collections.Generic;
using System.IO;

namespace UnityTools.Bridge
{
    /// <summary>
    /// Finds the running hosts of this user: by their files in the data folder, or by the variable that names one.
    /// </summary>
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

        /// <summary>The folder with the host files; null if the environment names the host.</summary>
        internal string Place
        {
            get { return folder; }
        }

        internal static HostFolder Of(string folder)
        {
            return new HostFolder(folder, null);
        }

        /// <summary>Reads the environment variables; null if they name a host with an invalid address.</summary>
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

        /// <summary>
        /// The running hosts, at most 8, in the order of their file names. Invalid files are ignored.
        /// </summary>
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
                // The file was removed meanwhile, or belongs to another user.
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
