using UnityEngine;

namespace UnityTools.Bridge
{
    /// <summary>
    /// The number by which Unity knows an object, valid in this process only; 0 for none. Other code compares such numbers
    /// and sends them as text, and assumes nothing about their bits.
    /// </summary>
    internal static class NativeId
    {
#if UNITY_6000_4_OR_NEWER
        internal static long Of(Object one)
        {
            return Of(one.GetEntityId());
        }

        /// <summary>Since Unity 6000.5 an id has 64 bits.</summary>
        internal static long Of(EntityId id)
        {
            return unchecked((long)EntityId.ToULong(id));
        }
#else
        internal static long Of(Object one)
        {
            return one.GetInstanceID();
        }
#endif
    }
}
