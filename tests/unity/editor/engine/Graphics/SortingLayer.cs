using System;

namespace UnityEngine
{
    /// <summary>A layer that orders 2D graphics. The double knows only the layer `Default`.</summary>
    // Follows Runtime/Export/Graphics/SortingLayer.bindings.cs: members.
    public struct SortingLayer
    {
        public static int GetLayerValueFromID(int id)
        {
            if (id != 0)
            {
                throw new NotSupportedException("the editor double does not imitate sorting layers other than Default (0), and not " + id);
            }
            return 0;
        }
    }
}
