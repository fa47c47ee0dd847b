using System;
using UnityDouble;
using UnityEngine;
using Object = UnityEngine.Object;

namespace UnityEditor
{
    /// <content>Objects by ids, whose type differs between the versions.</content>
    // Follows Editor/Mono/EditorUtility.bindings.cs: members with int until 6000.4, with EntityId since 6000.3.
    public partial class EditorUtility
    {
#if !UNITY_6000_5_OR_NEWER
#if UNITY_6000_3_OR_NEWER
        [Obsolete("use EntityIdToObject")]
#endif
        public static Object InstanceIDToObject(int instanceID)
        {
            return Find(instanceID);
        }

#if UNITY_6000_3_OR_NEWER
        [Obsolete("use the member with an EntityId")]
#endif
        public static bool IsDirty(int instanceID)
        {
            return DirtyObjects.Count(instanceID) > 0;
        }

#if UNITY_6000_3_OR_NEWER
        [Obsolete("use the member with an EntityId")]
#endif
        public static int GetDirtyCount(int instanceID)
        {
            return DirtyObjects.Count(instanceID);
        }
#endif

#if UNITY_6000_3_OR_NEWER
        public static Object EntityIdToObject(EntityId entityId)
        {
            return Find(entityId.Number);
        }

        public static bool IsDirty(EntityId entityId)
        {
            return DirtyObjects.Count(entityId.Number) > 0;
        }

        public static int GetDirtyCount(EntityId entityId)
        {
            return DirtyObjects.Count(entityId.Number);
        }
#endif

        internal static Object Find(int id)
        {
            return World.Load(id, typeof(Object));
        }
    }
}
