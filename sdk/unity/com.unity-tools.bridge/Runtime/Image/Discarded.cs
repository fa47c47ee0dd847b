using UnityEngine;

namespace UnityTools.Bridge
{
    /// <summary>Removes what a picture needed. Unity has another method for it while no game runs.</summary>
    internal static class Discarded
    {
        internal static void Remove(Object gone)
        {
            if (Application.isPlaying)
            {
                Object.Destroy(gone);
            }
            else
            {
                Object.DestroyImmediate(gone);
            }
        }
    }
}
