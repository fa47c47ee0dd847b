using UnityEngine;

namespace UnityEditor
{
    /// <summary>Drawing in the scene view, of which the double imitates nothing but a question about the game view.</summary>
    // Follows Editor/Mono/Handles.cs: members.
    public sealed class Handles
    {
        private Handles()
        {
        }

        public static Vector2 GetMainGameViewSize()
        {
            return new Vector2(UnityDouble.Settings.ScreenWidth, UnityDouble.Settings.ScreenHeight);
        }
    }
}
