using System;
using System.Collections.Generic;
using System.IO;
using UnityEditor;

namespace UnityTools.Bridge
{
    /// <summary>
    /// Imports written scripts in the next update: the call that wrote them is answered then, and its result is stored. The
    /// list survives a domain reload.
    /// </summary>
    [InitializeOnLoad]
    internal static class ScriptImports
    {
        private const string Key = "UnityTools.Bridge.Imports";

        static ScriptImports()
        {
            if (SessionState.GetString(Key, "").Length > 0)
            {
                Wait();
            }
        }

        /// <summary>Whether a script waits for its import.</summary>
        internal static bool IsWaiting { get; private set; }

        internal static void Request(string path)
        {
            SessionState.SetString(Key, SessionState.GetString(Key, "") + path + "\n");
            if (!IsWaiting)
            {
                Wait();
            }
        }

        /// <summary>Imports all requested scripts. It works with Unity's preference Auto Refresh off, too.</summary>
        internal static void Run()
        {
            EditorApplication.update -= Run;
            IsWaiting = false;
            string list = SessionState.GetString(Key, "");
            SessionState.EraseString(Key);
            bool refreshes = false;
            foreach (string path in new HashSet<string>(list.Split(new[] { '\n' }, StringSplitOptions.RemoveEmptyEntries)))
            {
                if (File.Exists(ProjectFolder.Full(path)) && AssetDatabase.IsValidFolder(path.Substring(0, path.LastIndexOf('/'))))
                {
                    AssetDatabase.ImportAsset(path, ImportAssetOptions.ForceUpdate);
                }
                else
                {
                    refreshes = true;
                }
            }
            if (refreshes)
            {
                AssetDatabase.Refresh();
            }
        }

        private static void Wait()
        {
            IsWaiting = true;
            EditorApplication.update += Run;
        }
    }
}
