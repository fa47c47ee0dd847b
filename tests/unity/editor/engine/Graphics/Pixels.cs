using System;
using UnityEngine;

namespace UnityDouble
{
    /// <summary>The pixels of a texture, from the bottom left.</summary>
    internal sealed class Pixels
    {
        internal readonly int Width;
        internal readonly int Height;

        private readonly Color32[] colors;

        internal Pixels(int width, int height)
        {
            if (Settings.Graphics == UnityEngine.Rendering.GraphicsDeviceType.Null)
            {
                throw new NotSupportedException("the editor double does not imitate pixels without a graphics device; start it with --graphics");
            }
            Width = width;
            Height = height;
            colors = new Color32[width * height];
        }

        internal Color32 At(int x, int y)
        {
            return colors[y * Width + x];
        }

        /// <summary>Fills the part of the picture that a viewport from 0 to 1 covers.</summary>
        internal void Fill(Rect viewport, Color32 color)
        {
            int left = Mathf.Clamp(Mathf.RoundToInt(viewport.xMin * Width), 0, Width);
            int right = Mathf.Clamp(Mathf.RoundToInt(viewport.xMax * Width), 0, Width);
            int bottom = Mathf.Clamp(Mathf.RoundToInt(viewport.yMin * Height), 0, Height);
            int top = Mathf.Clamp(Mathf.RoundToInt(viewport.yMax * Height), 0, Height);
            for (int y = bottom; y < top; y++)
            {
                for (int x = left; x < right; x++)
                {
                    colors[y * Width + x] = color;
                }
            }
        }

        internal void Copy(Pixels from, Rect area, int toX, int toY)
        {
            for (int y = 0; y < (int)area.height; y++)
            {
                for (int x = 0; x < (int)area.width; x++)
                {
                    colors[(toY + y) * Width + toX + x] = from.At((int)area.x + x, (int)area.y + y);
                }
            }
        }

        /// <summary>Copies a whole picture of another size, by the nearest pixel.</summary>
        internal void Stretch(Pixels from)
        {
            for (int y = 0; y < Height; y++)
            {
                for (int x = 0; x < Width; x++)
                {
                    colors[y * Width + x] = from.At(x * from.Width / Width, y * from.Height / Height);
                }
            }
        }
    }
}
