using System;
using UnityEngine;

namespace UnityEditor
{
    // Follows Editor/Mono/StaticEditorFlags.cs.
    [Flags]
    public enum StaticEditorFlags
    {
        ContributeGI = 1,
        OccluderStatic = 2,
        OccludeeStatic = 16,
        BatchingStatic = 4,
#if UNITY_2022_2_OR_NEWER
        [Obsolete("Objects are selected for navigation with NavMeshBuilder.", false)]
#endif
        NavigationStatic = 8,
#if UNITY_2022_2_OR_NEWER
        [Obsolete("Objects are selected for navigation with NavMeshBuilder.", false)]
#endif
        OffMeshLinkGeneration = 32,
        ReflectionProbeStatic = 64,

        [Obsolete("Use ContributeGI.", false)]
        LightmapStatic = 1
    }

    /// <summary>The static flags of game objects.</summary>
    public sealed class GameObjectUtility
    {
        // Follows Editor/Mono/GameObjectUtility.bindings.cs.
        public static StaticEditorFlags GetStaticEditorFlags(GameObject go)
        {
            if (go == null)
            {
                throw new ArgumentNullException("go");
            }
            return (StaticEditorFlags)unchecked((int)go.m_StaticEditorFlags);
        }
    }
}
