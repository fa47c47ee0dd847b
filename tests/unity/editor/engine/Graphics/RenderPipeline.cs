namespace UnityEngine.Rendering
{
    /// <summary>The settings of a render pipeline. The double renders nothing with it.</summary>
    // Follows Runtime/Export/RenderPipeline/RenderPipelineAsset.cs: default members.
    public abstract class RenderPipelineAsset : ScriptableObject
    {
        public virtual Material defaultMaterial
        {
            get { return null; }
        }
    }

    // Follows Runtime/Export/Graphics/GraphicsSettings.bindings.cs: currentRenderPipeline is null with the built-in pipeline.
    public static class GraphicsSettings
    {
        public static RenderPipelineAsset currentRenderPipeline
        {
            get { return null; }
        }
    }
}
