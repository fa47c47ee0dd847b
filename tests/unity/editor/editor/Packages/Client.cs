using System;
using System.Collections;
using System.Collections.Generic;
using UnityDouble;
using UnityEditor.PackageManager.Requests;

namespace UnityEditor.PackageManager
{
    /// <summary>Requests to the package manager. The double imitates one of them.</summary>
    // Follows Modules/PackageManager/Editor/Managed/Client.cs: arguments and exceptions.
    public static class Client
    {
#if UNITY_6000_6_OR_NEWER
        public static AddAndRemoveRequest AddAndRemove(string[] packagesToAdd = null, string[] packagesToRemove = null, bool dryRun = false)
#else
        public static AddAndRemoveRequest AddAndRemove(string[] packagesToAdd = null, string[] packagesToRemove = null)
#endif
        {
#if UNITY_6000_6_OR_NEWER
            if (dryRun)
            {
                throw new NotSupportedException("the editor double does not imitate AddAndRemove with dryRun");
            }
#endif
            packagesToAdd = packagesToAdd ?? new string[0];
            packagesToRemove = packagesToRemove ?? new string[0];
            if (packagesToAdd.Length == 0 && packagesToRemove.Length == 0)
            {
                throw new ArgumentException("No packages provided to add or remove");
            }
            if (Array.Exists(packagesToAdd, string.IsNullOrWhiteSpace))
            {
                throw new ArgumentException("Packages to add cannot contain null, empty or whitespace values", "packagesToAdd");
            }
            if (Array.Exists(packagesToRemove, string.IsNullOrWhiteSpace))
            {
                throw new ArgumentException("Packages to remove cannot contain null, empty or whitespace values", "packagesToRemove");
            }
            return new AddAndRemoveRequest(PackageOperations.Begin(packagesToAdd, packagesToRemove));
        }
    }

    // Follows Modules/PackageManager/Editor/Managed/PackageCollection.cs.
    public class PackageCollection : IEnumerable<PackageInfo>
    {
        private readonly PackageInfo[] all;

        internal PackageCollection(PackageInfo[] all)
        {
            this.all = all;
        }

        public Error error
        {
            get { return null; }
        }

        IEnumerator<PackageInfo> IEnumerable<PackageInfo>.GetEnumerator()
        {
            return ((IEnumerable<PackageInfo>)all).GetEnumerator();
        }

        IEnumerator IEnumerable.GetEnumerator()
        {
            return all.GetEnumerator();
        }
    }
}
