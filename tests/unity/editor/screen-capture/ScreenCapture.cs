using System;
using UnityDouble;

namespace UnityEngine
{
    /// <summary>Copies the game view.</summary>
    // Follows Modules/ScreenCapture/ScriptBindings/ScreenCapture.bindings.cs: members.
    public static class ScreenCapture
    {
        /// <summary>Draws the cameras of the screen, in the size of the game view.</summary>
        public static Texture2D CaptureScreenshotAsTexture()
        {
            RenderTexture screen = RenderTexture.GetTemporary(Screen.width, Screen.height, 24);
            Camera[] cameras = Array.FindAll(Camera.allCameras, camera => camera.targetTexture == null);
            Array.Sort(cameras, (one, other) => one.depth.CompareTo(other.depth));
            foreach (Camera camera in cameras)
            {
                camera.targetTexture = screen;
                camera.Render();
                camera.targetTexture = null;
            }
            Texture2D copy = new Texture2D(screen.width, screen.height, TextureFormat.RGB24, false);
            copy.Pixels.Stretch(screen.Pixels);
            RenderTexture.ReleaseTemporary(screen);
            return copy;
        }
    }
}
