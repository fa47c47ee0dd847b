using UnityEngine.Scripting;

namespace UnityTools.Bridge
{
    /// <summary>The functions that need Unity's image conversion module.</summary>
    [Preserve]
    internal static class ImageFunctions
    {
        [Preserve]
        internal static void AddTo(Functions functions, ObjectTable objects, SceneTable scenes, GameScreen screen)
        {
            new Pictures(screen).AddTo(functions);
        }
    }
}
