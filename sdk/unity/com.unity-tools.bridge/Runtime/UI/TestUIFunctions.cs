using UnityEngine.Scripting;

namespace UnityTools.Bridge
{
    /// <summary>`test-ui-edit`, which only a player serves: in an editor, that of the project folder remains.</summary>
    [Preserve]
    internal static class TestUIFunctions
    {
        [Preserve]
        internal static void AddTo(Functions functions, ObjectTable objects, SceneTable scenes, GameScreen screen)
        {
            new TestCanvas(objects).AddTo(functions);
        }
    }
}
