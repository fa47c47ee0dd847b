using System.Diagnostics;
using System.IO;
using UnityEditor;
using UnityEngine;

namespace UnityTools.Bridge
{
    /// <summary>
    /// What `hello` says of this editor. The id of the process and the number of its domain loads survive reloads in
    /// Unity's session state.
    /// </summary>
    internal static class EditorIdentity
    {
        private const string InstanceKey = "UnityTools.Bridge.Instance";
        private const string EpochKey = "UnityTools.Bridge.Epoch";

        /// <summary>Counts a domain load. Called once in each.</summary>
        internal static Identity Read(string[] capabilities)
        {
            string instance = SessionState.GetString(InstanceKey, "");
            if (instance.Length == 0)
            {
                instance = Chance.Digits(16);
                SessionState.SetString(InstanceKey, instance);
            }
            int epoch = SessionState.GetInt(EpochKey, 0) + 1;
            SessionState.SetInt(EpochKey, epoch);
            return new Identity
            {
                Package = PlayerBridge.Package,
                Unity = Application.unityVersion,
                Runtime = ProjectFunctions.Runtime,
                Kind = "editor",
                Platform = Application.platform.ToString(),
                ProcessId = Process.GetCurrentProcess().Id,
                Started = HostProcess.Started(Process.GetCurrentProcess().Id),
                ProjectName = Application.productName,
                Company = Application.companyName,
                ProjectVersion = Application.version,
                ProjectPath = Path.GetDirectoryName(Application.dataPath),
                Instance = instance,
                Epoch = epoch,
                Capabilities = capabilities
            };
        }
    }
}
