using System;
using System.Collections.Generic;
using System.Reflection;
using UnityEngine;
using UnityEngine.Rendering;

namespace UnityTools.Bridge
{
    /// <summary>
    /// `screenshot/take`. If this Unity version can copy its screen, the picture is that copy. Otherwise the cameras
    /// are rendered again, and notes name the missing parts.
    /// </summary>
    internal sealed class Pictures
    {
        /// <summary>
        /// Found by name, because it is newer than the oldest supported Unity version, and in a module that a game may
        /// lack.
        /// </summary>
        private static readonly MethodInfo Capture = Capturing();

        /// <summary>In batch mode no frame is drawn, so waiting for the end of a frame would never finish.</summary>
        private static bool IsBatch
        {
            get { return Array.IndexOf(Environment.GetCommandLineArgs(), "-batchmode") >= 0; }
        }

        internal void AddTo(Functions functions)
        {
            functions.AddSteps("screenshot/take", Take);
        }

        private static MethodInfo Capturing()
        {
            Type capture = Type.GetType("UnityEngine.ScreenCapture, UnityEngine.ScreenCaptureModule", false)
                ?? Type.GetType("UnityEngine.ScreenCapture, UnityEngine.CoreModule", false);
            return capture == null ? null : capture.GetMethod("CaptureScreenshotAsTexture", Type.EmptyTypes);
        }

        private IEnumerator<Rest> Take(CallJob asked, JsonWriter value)
        {
            Arguments args = new Arguments(asked);
            int width = args.Whole("width");
            int height = args.Whole("height");
            if (args.TextIfAny("output-path") != null)
            {
                throw new Failure("unsupported", "a running Unity writes no files for a host") { Hint = "take the picture without `output-path`" };
            }
            if (width > SystemInfo.maxTextureSize || height > SystemInfo.maxTextureSize)
            {
                throw Failure.Argument("`width` and `height` are " + width + " and " + height + "; this device draws at most " + SystemInfo.maxTextureSize);
            }
            List<string> lacks = new List<string>();
            bool draws = SystemInfo.graphicsDeviceType != GraphicsDeviceType.Null;
            if (!draws)
            {
                lacks.Add("anything: this player runs without a graphics device, so the picture is grey");
            }
            Texture2D picture = null;
            if (draws && !IsBatch && Capture != null)
            {
                FrameEnd end = FrameEnd.Await(Capture);
                while (!end.IsOver)
                {
                    yield return Rest.Frame;
                }
                picture = end.Take();
                picture = picture == null ? null : Scaled(picture, width, height, lacks);
            }
            picture = picture == null ? Drawn(width, height, lacks) : picture;
            byte[] png;
            try
            {
                png = picture.EncodeToPNG();
            }
            finally
            {
                UnityEngine.Object.Destroy(picture);
            }
            if (png.Length > Protocol.Frame - Protocol.BinaryHead)
            {
                throw new Failure("too-large", "the picture has " + png.Length + " bytes, more than a frame of 8 MiB") { Hint = "ask for a smaller one" };
            }
            asked.Bytes = png;
            value.Object().Name("reply").Text("picture").Name("value").Object().Name("width").Count(width).Name("height").Count(height);
            value.Name("file-path").Null().Name("not-drawn").List();
            foreach (string one in lacks)
            {
                value.Text(one);
            }
            value.EndList().EndObject().EndObject();
        }

        private static Texture2D Scaled(Texture2D screen, int width, int height, List<string> lacks)
        {
            if (screen.width != width || screen.height != height)
            {
                if (Math.Abs(screen.width * height - screen.height * width) > screen.width)
                {
                    lacks.Add("its own shape: the screen has " + screen.width + " x " + screen.height + " pixels and was stretched");
                }
                RenderTexture small = RenderTexture.GetTemporary(width, height, 0);
                Graphics.Blit(screen, small);
                UnityEngine.Object.Destroy(screen);
                screen = Read(small, width, height);
                RenderTexture.ReleaseTemporary(small);
            }
            return screen;
        }

        private static Texture2D Drawn(int width, int height, List<string> lacks)
        {
            RenderTexture onto = RenderTexture.GetTemporary(width, height, 24);
            Camera[] cameras = Camera.allCameras;
            Array.Sort(cameras, (one, other) => one.depth.CompareTo(other.depth));
            int seen = 0;
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
                    seen++;
                }
                finally
                {
                    camera.targetTexture = null;
                }
            }
            if (seen == 0)
            {
                lacks.Add("a scene: no camera draws to the screen");
            }
            lacks.Add("overlays of all cameras: canvases in screen space, OnGUI, and effects that draw to the screen itself");
            Texture2D picture = Read(onto, width, height);
            RenderTexture.ReleaseTemporary(onto);
            return picture;
        }

        private static Texture2D Read(RenderTexture from, int width, int height)
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
