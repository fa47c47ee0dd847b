using System;
using System.Collections.Generic;
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
        /// <summary>A screen that draws no frame for this long is not visible, such as a covered game view.</summary>
        private const int MostWaitMs = 1500;

        private readonly GameScreen screen;
        private readonly Clock clock = new Clock();

        internal Pictures(GameScreen screen)
        {
            this.screen = screen;
        }

        /// <summary>In batch mode no frame is drawn, so waiting for the end of a frame would never finish.</summary>
        private static bool IsBatch
        {
            get { return Array.IndexOf(Environment.GetCommandLineArgs(), "-batchmode") >= 0; }
        }

        internal void AddTo(Functions functions)
        {
            functions.AddSteps("screenshot/take", Take);
        }

        private IEnumerator<Rest> Take(CallJob asked, JsonWriter value)
        {
            Arguments args = new Arguments(asked);
            int width = args.Whole("width");
            int height = args.Whole("height");
            Check(args, width, height);
            List<string> lacks = new List<string>();
            bool draws = SystemInfo.graphicsDeviceType != GraphicsDeviceType.Null;
            if (!draws)
            {
                lacks.Add("anything: this player runs without a graphics device, so the picture is grey");
            }
            Texture2D picture = null;
            string why = screen.Still ?? (IsBatch ? "Unity runs in batch mode" : null);
            if (draws && ScreenCopy.IsPossible && why == null)
            {
                FrameEnd end = FrameEnd.Await(ScreenCopy.Take);
                long until = clock.Milliseconds + MostWaitMs;
                while (end != null && !end.IsOver && screen.Still == null && clock.Milliseconds < until)
                {
                    yield return Rest.Frame;
                }
                picture = FrameEnd.Take(end);
                why = picture == null ? screen.Still ?? "the screen was not drawn" : null;
            }
            if (picture != null)
            {
                Note(asked, "copied from the game view, which has " + picture.width + " x " + picture.height + " pixels");
                picture = ScreenCopy.Scale(picture, width, height, lacks);
            }
            else
            {
                List<string> names = new List<string>();
                picture = CameraPicture.Draw(width, height, names, lacks);
                if (names.Count == 0 && screen.IsView)
                {
                    Discarded.Remove(picture);
                    throw new Failure("not-ready", "no enabled camera draws to the screen, so there is nothing to see")
                    {
                        Hint = "open a scene with an enabled camera, or create one"
                    };
                }
                string drawn = (names.Count == 1 ? "drawn by the camera " : "drawn by the cameras ") + string.Join(", ", names.ToArray());
                Note(asked, why == null ? drawn : drawn + ", because " + why);
            }
            Write(asked, value, picture, width, height, lacks);
        }

        private void Check(Arguments args, int width, int height)
        {
            if (args.TextIfAny("output-path") != null)
            {
                throw new Failure("unsupported", "a running Unity writes no files for a host") { Hint = "take the picture without `output-path`" };
            }
            if (width < 1 || height < 1 || width > SystemInfo.maxTextureSize || height > SystemInfo.maxTextureSize)
            {
                throw Failure.Argument("`width` and `height` are " + width + " and " + height + "; this device draws at most " + SystemInfo.maxTextureSize + " pixels each way");
            }
            if (screen.IsView && SystemInfo.graphicsDeviceType == GraphicsDeviceType.Null)
            {
                throw new Failure("unsupported", "this editor runs without a graphics device, so it draws nothing") { Hint = "start Unity without -nographics" };
            }
        }

        /// <summary>The source of a picture matters in an editor only: a player has one screen.</summary>
        private void Note(CallJob asked, string source)
        {
            if (screen.IsView)
            {
                asked.Note(source);
            }
        }

        private static void Write(CallJob asked, JsonWriter value, Texture2D picture, int width, int height, List<string> lacks)
        {
            byte[] png;
            try
            {
                png = picture.EncodeToPNG();
            }
            finally
            {
                Discarded.Remove(picture);
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
    }
}
