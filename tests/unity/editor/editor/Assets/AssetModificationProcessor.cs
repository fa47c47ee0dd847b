using System;
using System.Reflection;
using UnityEditor;

namespace UnityEditor
{
    /// <summary>What a script says to a move of an asset.</summary>
    // Follows Editor/Mono/AssetModificationProcessor.cs and the scripting reference, AssetMoveResult.
    [Flags]
    public enum AssetMoveResult
    {
        DidNotMove = 0,
        FailedMove = 1,
        DidMove = 2,
    }

    /// <summary>Base of classes that are called before an asset changes. Only `OnWillMoveAsset` is imitated.</summary>
    // Follows Editor/Mono/AssetModificationProcessor.cs.
    public class AssetModificationProcessor
    {
    }
}

namespace UnityDouble
{
    /// <summary>Calls the scripts that can refuse a move.</summary>
    // Follows Editor/Mono/AssetModificationProcessor.cs: OnWillMoveAsset combines the results of all classes.
    internal static class AssetModification
    {
        private const BindingFlags AnyStatic = BindingFlags.Static | BindingFlags.Public | BindingFlags.NonPublic;

        internal static AssetMoveResult WillMove(string from, string to)
        {
            AssetMoveResult result = AssetMoveResult.DidNotMove;
            foreach (Type type in TypeCache.GetTypesDerivedFrom<AssetModificationProcessor>())
            {
                MethodInfo method = type.GetMethod("OnWillMoveAsset", AnyStatic, null, new[] { typeof(string), typeof(string) }, null);
                if (method != null && method.ReturnType == typeof(AssetMoveResult))
                {
                    result |= (AssetMoveResult)method.Invoke(null, new object[] { from, to });
                }
            }
            return result;
        }
    }
}
