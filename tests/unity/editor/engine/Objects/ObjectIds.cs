using System;
using UnityDouble;

namespace UnityEngine
{
    /// <content>The ids that scripts see, which differ between the versions.</content>
    // Follows Runtime/Export/Scripting/UnityEngineObject.bindings.cs: GetInstanceID until 6000.4, GetEntityId since 6000.2.
    public partial class Object
    {
#if !UNITY_6000_5_OR_NEWER
#if UNITY_6000_4_OR_NEWER
        [Obsolete("GetInstanceID is deprecated. Use GetEntityId instead")]
#endif
        public int GetInstanceID()
        {
            return m_InstanceID;
        }
#endif

#if UNITY_6000_2_OR_NEWER
        public EntityId GetEntityId()
        {
            return EntityId.Of(m_InstanceID);
        }
#endif
    }

    /// <content>Objects by their ids.</content>
    // Follows Runtime/Export/Resources/Resources.bindings.cs: InstanceIDToObject until 6000.4, EntityIdToObject since 6000.2.
    public sealed partial class Resources
    {
#if !UNITY_6000_5_OR_NEWER
#if UNITY_6000_3_OR_NEWER
        [Obsolete("use EntityIdToObject")]
#endif
        public static Object InstanceIDToObject(int instanceID)
        {
            return World.Load(instanceID, typeof(Object));
        }
#endif

#if UNITY_6000_2_OR_NEWER
        public static Object EntityIdToObject(EntityId entityId)
        {
            return World.Load(entityId.Number, typeof(Object));
        }
#endif
    }
}
