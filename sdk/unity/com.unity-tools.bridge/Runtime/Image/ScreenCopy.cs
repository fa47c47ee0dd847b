using System;
using System.Collections.Generic;
using System.Reflection;
using UnityEngine;

namespace UnityTools.Bridge
{
    /// <summary>A copy of the screen in the size that a call wants.</summary>
    internal static class ScreenCopy
    {
        /// <summary>
        /// Found by name, because it is newer than the oldest supported Unity version, and in a module that a game may
        /// lack.
        /// </summary>
        private static readonly MethodInfo Capture = Capturing();

        internal static bool IsPossible
        {
            get { return Capture != null; }
        }

        /// <summary>Copies the screen. It is complete at the end of a frame only.</summary>
        internal static Texture2D Take()
        {
            return (Texture2D)Capture.Invoke(null, null);
        }

        /// <summary>Replaces a copy by one of another size.</summary>
        internal static Texture2D Scale(Texture2D copy, int width, int height, List<string> lacks)
        {
            if (copy.width == width && copy.height == height)
            {
                return copy;
            }
            if (Math.Abs(copy.width * height - copy.height * width) > copy.width)
            {
                lacks.Add("its own shape: the screen has " + copy.width + " x " + copy.height + " pixels and was stretched");
            }
            RenderTexture small = RenderTexture.GetTemporary(width, height, 0);
            Graphics.Blit(copy, small);
            Discarded.Remove(copy);
            Texture2D scaled = CameraPicture.Read(small, width, height);
            RenderTexture.ReleaseTemporary(small);
            return scaled;
        }

        private static MethodInfo Capturing()
        {
            Type capture = Type.GetType("UnityEngine.ScreenCapture, UnityEngine.ScreenCaptureModule", false)
                ?? Type.GetType("UnityEngine.ScreenCapture, UnityEngine.CoreModule", false);
            return capture == null ? null : capture.GetMethod("CaptureScreenshotAsTexture", Type.EmptyTypes);
        }
    }
}
