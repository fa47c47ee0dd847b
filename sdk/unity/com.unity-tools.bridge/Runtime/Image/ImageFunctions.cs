using UnityEngine.Scripting;

namespace UnityTools.Bridge
{
    /// <summary>What needs Unity's module that makes files of pictures.</summary>
    [Preserve]
    internal static class ImageFunctions
    {
        [Preserve]
        internal static void AddTo(Functions functions, ObjectTable objects, SceneTable scenes)
        {
            new Pictures().AddTo(functions);
        }
    }
}
