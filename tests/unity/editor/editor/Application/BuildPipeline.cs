namespace UnityEditor
{
    /// <summary>Builds of players, which the double never makes.</summary>
    // Follows Editor/Mono/BuildPipeline.bindings.cs: isBuildingPlayer.
    public class BuildPipeline
    {
        public static bool isBuildingPlayer
        {
            get { return false; }
        }
    }
}
