using System;
using UnityDouble;

namespace UnityEngine
{
    // Follows Runtime/Export/Graphics/GraphicsEnums.cs: values of the formats that scripts use most.
    public enum TextureFormat
    {
        Alpha8 = 1,
        RGB24 = 3,
        RGBA32 = 4,
        ARGB32 = 5,
        RGBAFloat = 20
    }

    /// <summary>A picture. Its pixels exist if the process has a graphics device, and do not survive a domain reload.</summary>
    // Follows Runtime/Export/Graphics/Texture.cs: members.
    [FileClass(0, "Texture")]
    public class Texture : Object
    {
        internal const string NoPixels = "the editor double does not imitate a texture whose size changes";

        [Stored] internal string m_Name = "";
        [Stored] internal int m_Width = 0;
        [Stored] internal int m_Height = 0;

        private Pixels pixels;

        protected Texture()
        {
        }

        internal override string StoredName
        {
            get { return m_Name; }
            set { m_Name = value; }
        }

        internal Pixels Pixels
        {
            get { return pixels ?? (pixels = new Pixels(m_Width, m_Height)); }
        }

        public virtual int width
        {
            get { return m_Width; }
            set { throw new NotSupportedException(NoPixels); }
        }

        public virtual int height
        {
            get { return m_Height; }
            set { throw new NotSupportedException(NoPixels); }
        }
    }

    [FileClass(28, "Texture2D")]
    public sealed class Texture2D : Texture
    {
        [Stored] internal TextureFormat m_TextureFormat = TextureFormat.RGBA32;

        internal Texture2D()
        {
        }

        public Texture2D(int width, int height) : this(width, height, TextureFormat.RGBA32, true)
        {
        }

        public Texture2D(int width, int height, TextureFormat textureFormat, bool mipChain)
        {
            m_Width = width;
            m_Height = height;
            m_TextureFormat = textureFormat;
        }

        public TextureFormat format
        {
            get { return m_TextureFormat; }
        }

        public void Apply()
        {
        }

        public void Apply(bool updateMipmaps)
        {
        }

        public void Apply(bool updateMipmaps, bool makeNoLongerReadable)
        {
            if (makeNoLongerReadable)
            {
                throw new NotSupportedException("the editor double does not imitate textures that are not readable");
            }
        }

        public Color GetPixel(int x, int y)
        {
            return Pixels.At(x, y);
        }

        public void ReadPixels(Rect source, int destX, int destY)
        {
            ReadPixels(source, destX, destY, true);
        }

        /// <summary>Copies from the active render texture.</summary>
        public void ReadPixels(Rect source, int destX, int destY, bool recalculateMipMaps)
        {
            if (RenderTexture.active == null)
            {
                throw new NotSupportedException("the editor double does not imitate reading from the screen; set RenderTexture.active");
            }
            Pixels.Copy(RenderTexture.active.Pixels, source, destX, destY);
        }
    }

    [FileClass(84, "RenderTexture")]
    public class RenderTexture : Texture
    {
        private static RenderTexture current;

        internal RenderTexture()
        {
        }

        public RenderTexture(int width, int height, int depth)
        {
            m_Width = width;
            m_Height = height;
        }

        public static RenderTexture active
        {
            get { return current; }
            set { current = value; }
        }

        public static RenderTexture GetTemporary(int width, int height, int depthBuffer)
        {
            return new RenderTexture(width, height, depthBuffer);
        }

        public static RenderTexture GetTemporary(int width, int height)
        {
            return new RenderTexture(width, height, 0);
        }

        public static void ReleaseTemporary(RenderTexture temp)
        {
            DestroyImmediate(temp);
        }
    }

    // Follows Runtime/Export/Graphics/Graphics.bindings.cs: members.
    public class Graphics
    {
        public static void Blit(Texture source, RenderTexture dest)
        {
            dest.Pixels.Stretch(source.Pixels);
        }
    }
}
