using System;
using System.IO;
using System.IO.Compression;
using System.Text;

namespace UnityEngine
{
    /// <summary>Converts textures to files.</summary>
    // Follows Modules/ImageConversion/ScriptBindings/ImageConversion.bindings.cs: members.
    public static class ImageConversion
    {
        private static readonly byte[] Signature = { 0x89, (byte)'P', (byte)'N', (byte)'G', 13, 10, 26, 10 };

        // Follows the PNG specification: one IDAT chunk of unfiltered RGBA rows from the top.
        public static byte[] EncodeToPNG(this Texture2D tex)
        {
            MemoryStream png = new MemoryStream();
            png.Write(Signature, 0, Signature.Length);
            MemoryStream head = new MemoryStream();
            WriteNumber(head, (uint)tex.width);
            WriteNumber(head, (uint)tex.height);
            head.Write(new byte[] { 8, 6, 0, 0, 0 }, 0, 5);
            WriteChunk(png, "IHDR", head.ToArray());
            WriteChunk(png, "IDAT", Compress(Rows(tex)));
            WriteChunk(png, "IEND", new byte[0]);
            return png.ToArray();
        }

        private static byte[] Rows(Texture2D tex)
        {
            bool hasAlpha = tex.format != TextureFormat.RGB24;
            MemoryStream rows = new MemoryStream();
            for (int y = tex.height - 1; y >= 0; y--)
            {
                rows.WriteByte(0);
                for (int x = 0; x < tex.width; x++)
                {
                    Color32 color = tex.GetPixel(x, y);
                    rows.Write(new[] { color.r, color.g, color.b, hasAlpha ? color.a : (byte)255 }, 0, 4);
                }
            }
            return rows.ToArray();
        }

        private static byte[] Compress(byte[] content)
        {
            MemoryStream packed = new MemoryStream();
            packed.Write(new byte[] { 0x78, 0x9C }, 0, 2);
            using (DeflateStream deflate = new DeflateStream(packed, CompressionMode.Compress, true))
            {
                deflate.Write(content, 0, content.Length);
            }
            uint low = 1;
            uint high = 0;
            foreach (byte one in content)
            {
                low = (low + one) % 65521;
                high = (high + low) % 65521;
            }
            WriteNumber(packed, high << 16 | low);
            return packed.ToArray();
        }

        private static void WriteChunk(Stream to, string name, byte[] content)
        {
            WriteNumber(to, (uint)content.Length);
            byte[] named = new byte[4 + content.Length];
            Encoding.ASCII.GetBytes(name, 0, 4, named, 0);
            Array.Copy(content, 0, named, 4, content.Length);
            to.Write(named, 0, named.Length);
            uint check = 0xFFFFFFFF;
            foreach (byte one in named)
            {
                check ^= one;
                for (int bit = 0; bit < 8; bit++)
                {
                    check = (check & 1) == 1 ? check >> 1 ^ 0xEDB88320 : check >> 1;
                }
            }
            WriteNumber(to, ~check);
        }

        private static void WriteNumber(Stream to, uint number)
        {
            to.Write(new[] { (byte)(number >> 24), (byte)(number >> 16), (byte)(number >> 8), (byte)number }, 0, 4);
        }
    }
}
