using System;
using System.Collections.Generic;
using UnityEngine;

namespace UnityEditor
{
    /// <content>The selection by ids, whose type differs between the versions.</content>
    // Follows Editor/Mono/Selection.bindings.cs: members with int until 6000.4, with EntityId since 6000.3.
    public sealed partial class Selection
    {
#if !UNITY_6000_5_OR_NEWER
#if UNITY_6000_3_OR_NEWER
        [Obsolete("use activeEntityId")]
#endif
        public static int activeInstanceID
        {
            get { return active; }
            set { SetActive(value); }
        }

#if UNITY_6000_3_OR_NEWER
        [Obsolete("use entityIds")]
#endif
        public static int[] instanceIDs
        {
            get { return Ids; }
            set { SetIds(value ?? new int[0]); }
        }

#if UNITY_6000_3_OR_NEWER
        [Obsolete("use Contains(EntityId)")]
#endif
        public static bool Contains(int instanceID)
        {
            return ids.Contains(instanceID);
        }
#endif

#if UNITY_6000_3_OR_NEWER
        public static EntityId activeEntityId
        {
            get { return EntityId.Of(active); }
            set { SetActive(value.Number); }
        }

        public static EntityId[] entityIds
        {
            get { return ids.ConvertAll(EntityId.Of).ToArray(); }
            set { SetIds(Array.ConvertAll(value ?? new EntityId[0], one => one.Number)); }
        }

        public static bool Contains(EntityId entityId)
        {
            return ids.Contains(entityId.Number);
        }
#endif
    }
}
