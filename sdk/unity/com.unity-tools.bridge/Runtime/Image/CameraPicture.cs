using System;
using System.Collections.Generic;
using UnityEngine;

namespace UnityTools.Bridge
{
    /// <summary>A picture that all cameras of the screen draw again, one after the other.</summary>
    internal static class CameraPicture
    {
        /// <param name="names">Gets the names of the cameras.</param>
        /// <param name="lacks">Gets what the picture lacks.</param>
        internal static Texture2D Draw(int width, int height, List<string> names, List<string> lacks)
        {
            RenderTexture onto = RenderTexture.GetTemporary(width, height, 24);
            Camera[] cameras = Camera.allCameras;
            Array.Sort(cameras, (one, other) => one.depth.CompareTo(other.depth));
            foreach (Camera camera in cameras)
            {
                // A camera with its own target texture is not on the screen.
                if (camera.targetTexture != null)
                {
                    continue;
                }
                camera.targetTexture = onto;
                try
                {
                    camera.Render();
                    names.Add("`" + camera.name + "`");
                }
                finally
                {
                    camera.targetTexture = null;
                }
            }
            if (names.Count == 0)
            {
                lacks.Add("a scene: no camera draws to the screen");
            }
            lacks.Add("overlays of all cameras: canvases in screen space, OnGUI, and effects that draw to the screen itself");
            Texture2D picture = Read(onto, width, height);
            RenderTexture.ReleaseTemporary(onto);
            return picture;
        }

        internal static Texture2D Read(RenderTexture from, int width, int height)
        {
            RenderTexture before = RenderTexture.active;
            RenderTexture.active = from;
            Texture2D picture = new Texture2D(width, height, TextureFormat.RGB24, false);
            picture.ReadPixels(new Rect(0, 0, width, height), 0, 0);
            picture.Apply();
            RenderTexture.active = before;
            return picture;
        }
    }
}
