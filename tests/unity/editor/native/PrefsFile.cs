using System;
using System.Collections.Generic;
using System.IO;

namespace UnityDouble
{
    /// <summary>
    /// The user's editor preferences: one JSON file in the folder of the environment variable
    /// `UNITY_DOUBLE_PREFS`; without the variable they end with the process.
    /// </summary>
    public sealed class PrefsFile : NativeObject
    {
        private const string FolderVariable = "UNITY_DOUBLE_PREFS";
        private readonly object gate = new object();
        private readonly string path;
        private readonly Dictionary<string, object> values;

        /// <summary>Reads the file if it exists.</summary>
        public PrefsFile()
        {
            string folder = Environment.GetEnvironmentVariable(FolderVariable);
            values = new Dictionary<string, object>(StringComparer.Ordinal);
            if (string.IsNullOrEmpty(folder))
            {
                return;
            }
            Directory.CreateDirectory(folder);
            path = Path.Combine(folder, "EditorPrefs.json");
            if (File.Exists(path))
            {
                values = Json.ReadObject(File.ReadAllText(path));
            }
        }

        /// <summary>Returns a value (string, long, double or bool), or null.</summary>
        public object Get(string key)
        {
            lock (gate)
            {
                return values.TryGetValue(key, out object value) ? value : null;
            }
        }

        /// <summary>Keeps a value and writes the file.</summary>
        public void Set(string key, object value)
        {
            lock (gate)
            {
                values[key] = value;
                Write();
            }
        }

        /// <summary>Removes a value and writes the file.</summary>
        public void Delete(string key)
        {
            lock (gate)
            {
                if (values.Remove(key))
                {
                    Write();
                }
            }
        }

        /// <summary>Removes all values and writes the file.</summary>
        public void DeleteAll()
        {
            lock (gate)
            {
                values.Clear();
                Write();
            }
        }

        private void Write()
        {
            if (path == null)
            {
                return;
            }
            string next = path + ".new";
            File.WriteAllText(next, Json.Write(values));
            if (File.Exists(path))
            {
                File.Replace(next, path, null);
            }
            else
            {
                File.Move(next, path);
            }
        }
    }
}
