using UnityEditor;
using UnityEditor.PackageManager;
using UnityEditor.PackageManager.Requests;
using UnityEngine;

namespace UnityTools.Bridge
{
    /// <summary>
    /// The running request to Unity's package manager. Unity keeps this object and the number of the request over domain
    /// reloads, and it answers a request of an earlier domain load.
    /// </summary>
    internal sealed class PackageRequest : ScriptableSingleton<PackageRequest>
    {
        /// <summary>Unity replaces null by an empty request.</summary>
        [SerializeField]
        private AddAndRemoveRequest request;

        /// <summary>The id of the job that sent it.</summary>
        [SerializeField]
        private string job = "";

        internal void Send(string id, string[] add, string[] remove)
        {
            request = Client.AddAndRemove(add, remove);
            job = id;
        }

        /// <summary>The request of that job; null if it is lost.</summary>
        internal AddAndRemoveRequest Of(string id)
        {
            return job == id ? request : null;
        }

        internal void Forget()
        {
            request = null;
            job = "";
        }
    }
}
