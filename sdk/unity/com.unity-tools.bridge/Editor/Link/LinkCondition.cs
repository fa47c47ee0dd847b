using System;
using UnityEditor;
using UnityEngine;

namespace UnityTools.Bridge
{
    /// <summary>Whether this process may connect to hosts at all, before the user is asked.</summary>
    internal static class LinkCondition
    {
        /// <summary>
        /// The argument with which Unity starts the additional editors of Multiplayer Play Mode. They share the project
        /// with the main editor and must not be a second target.
        /// </summary>
        private const string CloneArgument = "-vpId";

        /// <summary>The reason why this process must not connect; null if it may.</summary>
        internal static string Obstacle(Func<string, string> variable, string[] arguments)
        {
            if (AssetDatabase.IsAssetImportWorkerProcess())
            {
                return "this process imports assets for an editor";
            }
            if (UnityEditor.MPE.ProcessService.level == UnityEditor.MPE.ProcessLevel.Secondary)
            {
                return "this process belongs to another editor";
            }
            if (Array.IndexOf(arguments, CloneArgument) >= 0)
            {
                return "this editor is an additional player of another editor";
            }
            if (Application.isBatchMode && string.IsNullOrEmpty(variable("UNITY_TOOLS_HOST")))
            {
                return "an editor in batch mode connects only if UNITY_TOOLS_HOST names a host";
            }
            return null;
        }
    }
}
