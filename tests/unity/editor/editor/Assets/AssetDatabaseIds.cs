using System;
using UnityDouble;
using UnityEngine;

namespace UnityEditor
{
    /// <content>Assets by the ids of objects, whose type differs between the versions.</content>
    // Follows Modules/AssetDatabase/Editor/ScriptBindings/AssetDatabase.bindings.cs: members with int until 6000.4, with EntityId since 6000.3.
    public partial class AssetDatabase
    {
#if !UNITY_6000_5_OR_NEWER
#if UNITY_6000_3_OR_NEWER
        [Obsolete("use the member with an EntityId")]
#endif
        public static bool Contains(int instanceID)
        {
            return World.FileOf(instanceID) != null;
        }

#if UNITY_6000_3_OR_NEWER
        [Obsolete("use the member with an EntityId")]
#endif
        public static string GetAssetPath(int instanceID)
        {
            return PathOf(instanceID);
        }

#if UNITY_6000_3_OR_NEWER
        [Obsolete("use the member with an EntityId")]
#endif
        public static bool TryGetGUIDAndLocalFileIdentifier(int instanceID, out string guid, out long localId)
        {
            return TryGetFile(instanceID, out guid, out localId);
        }
#endif

#if UNITY_6000_3_OR_NEWER
        public static bool Contains(EntityId entityId)
        {
            return World.FileOf(entityId.Number) != null;
        }

        public static string GetAssetPath(EntityId entityId)
        {
            return PathOf(entityId.Number);
        }

        public static bool TryGetGUIDAndLocalFileIdentifier(EntityId entityId, out string guid, out long localId)
        {
            return TryGetFile(entityId.Number, out guid, out localId);
        }
#endif

        private static string PathOf(int id)
        {
            FileReference file = World.FileOf(id);
            return file == null ? string.Empty : BuiltInAssets.PathOf(file.Guid) ?? GUIDToAssetPath(file.Guid);
        }

        private static bool TryGetFile(int id, out string guid, out long localId)
        {
            FileReference file = World.FileOf(id);
            guid = file == null ? null : file.Guid;
            localId = file == null ? 0 : file.FileId;
            return file != null;
        }
    }
}
