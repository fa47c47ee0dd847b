using System;

namespace UnityEngine
{
    /// <summary>A colour of four single-precision numbers.</summary>
    // Follows Runtime/Export/Math/Color.cs: constants, arithmetic, text.
    [Serializable]
    public struct Color : IEquatable<Color>, IFormattable
    {
        public float r;
        public float g;
        public float b;
        public float a;

        public Color(float r, float g, float b, float a)
        {
            this.r = r;
            this.g = g;
            this.b = b;
            this.a = a;
        }

        public Color(float r, float g, float b) : this(r, g, b, 1F)
        {
        }

        public static Color red
        {
            get { return new Color(1F, 0F, 0F, 1F); }
        }

        public static Color green
        {
            get { return new Color(0F, 1F, 0F, 1F); }
        }

        public static Color blue
        {
            get { return new Color(0F, 0F, 1F, 1F); }
        }

        public static Color white
        {
            get { return new Color(1F, 1F, 1F, 1F); }
        }

        public static Color black
        {
            get { return new Color(0F, 0F, 0F, 1F); }
        }

        public static Color yellow
        {
            get { return new Color(1F, 235F / 255F, 4F / 255F, 1F); }
        }

        public static Color cyan
        {
            get { return new Color(0F, 1F, 1F, 1F); }
        }

        public static Color magenta
        {
            get { return new Color(1F, 0F, 1F, 1F); }
        }

        public static Color gray
        {
            get { return new Color(0.5F, 0.5F, 0.5F, 1F); }
        }

        public static Color grey
        {
            get { return gray; }
        }

        public static Color clear
        {
            get { return new Color(0F, 0F, 0F, 0F); }
        }

        public static Color Lerp(Color a, Color b, float t)
        {
            return a + (b - a) * Mathf.Clamp01(t);
        }

        public static Color operator +(Color a, Color b)
        {
            return new Color(a.r + b.r, a.g + b.g, a.b + b.b, a.a + b.a);
        }

        public static Color operator -(Color a, Color b)
        {
            return new Color(a.r - b.r, a.g - b.g, a.b - b.b, a.a - b.a);
        }

        public static Color operator *(Color a, Color b)
        {
            return new Color(a.r * b.r, a.g * b.g, a.b * b.b, a.a * b.a);
        }

        public static Color operator *(Color a, float b)
        {
            return new Color(a.r * b, a.g * b, a.b * b, a.a * b);
        }

        public static Color operator *(float b, Color a)
        {
            return a * b;
        }

        public static Color operator /(Color a, float b)
        {
            return new Color(a.r / b, a.g / b, a.b / b, a.a / b);
        }

        public static bool operator ==(Color lhs, Color rhs)
        {
            return (Vector4)lhs == (Vector4)rhs;
        }

        public static bool operator !=(Color lhs, Color rhs)
        {
            return !(lhs == rhs);
        }

        public static implicit operator Vector4(Color c)
        {
            return new Vector4(c.r, c.g, c.b, c.a);
        }

        public static implicit operator Color(Vector4 v)
        {
            return new Color(v.x, v.y, v.z, v.w);
        }

        public bool Equals(Color other)
        {
            return r.Equals(other.r) && g.Equals(other.g) && b.Equals(other.b) && a.Equals(other.a);
        }

        public override bool Equals(object other)
        {
            return other is Color && Equals((Color)other);
        }

        public override int GetHashCode()
        {
            return ((Vector4)this).GetHashCode();
        }

        public override string ToString()
        {
            return ToString(null, null);
        }

        public string ToString(string format)
        {
            return ToString(format, null);
        }

        public string ToString(string format, IFormatProvider formatProvider)
        {
            return NumberText.Join("RGBA({0}, {1}, {2}, {3})", "F3", format, formatProvider, new[] { r, g, b, a });
        }
    }

    /// <summary>A colour of four bytes.</summary>
    // Follows Runtime/Export/Math/Color32.cs: conversion, text.
    [Serializable]
    public struct Color32 : IFormattable
    {
        public byte r;
        public byte g;
        public byte b;
        public byte a;

        public Color32(byte r, byte g, byte b, byte a)
        {
            this.r = r;
            this.g = g;
            this.b = b;
            this.a = a;
        }

        public static implicit operator Color32(Color c)
        {
            return new Color32(Byte(c.r), Byte(c.g), Byte(c.b), Byte(c.a));
        }

        public static implicit operator Color(Color32 c)
        {
            return new Color(c.r / 255F, c.g / 255F, c.b / 255F, c.a / 255F);
        }

        private static byte Byte(float part)
        {
            return (byte)Mathf.Round(Mathf.Clamp01(part) * 255F);
        }

        public override string ToString()
        {
            return ToString(null, null);
        }

        public string ToString(string format)
        {
            return ToString(format, null);
        }

        public string ToString(string format, IFormatProvider formatProvider)
        {
            return NumberText.Join("RGBA({0}, {1}, {2}, {3})", null, format, formatProvider, new IFormattable[] { r, g, b, a });
        }
    }

    /// <summary>Colours as HTML text.</summary>
    // Follows Runtime/Export/Math/ColorUtility.cs and Unity's page of ColorUtility.TryParseHtmlString (the names).
    public class ColorUtility
    {
        private static readonly string[] Names =
        {
            "red", "FF0000FF", "cyan", "00FFFFFF", "blue", "0000FFFF", "darkblue", "0000A0FF", "lightblue", "ADD8E6FF", "purple", "800080FF",
            "yellow", "FFFF00FF", "lime", "00FF00FF", "fuchsia", "FF00FFFF", "white", "FFFFFFFF", "silver", "C0C0C0FF", "grey", "808080FF",
            "black", "000000FF", "orange", "FFA500FF", "brown", "A52A2AFF", "maroon", "800000FF", "green", "008000FF", "olive", "808000FF",
            "navy", "000080FF", "teal", "008080FF", "aqua", "00FFFFFF", "magenta", "FF00FFFF"
        };

        public static bool TryParseHtmlString(string htmlString, out Color color)
        {
            color = Color.white;
            string text = (htmlString ?? "").Trim();
            int named = Array.IndexOf(Names, text.ToLowerInvariant());
            string digits = named >= 0 && named % 2 == 0 ? Names[named + 1] : text.StartsWith("#", StringComparison.Ordinal) ? text.Substring(1) : "";
            if (digits.Length == 3 || digits.Length == 4)
            {
                digits = string.Concat(Array.ConvertAll(digits.ToCharArray(), digit => new string(digit, 2)));
            }
            if (digits.Length == 6)
            {
                digits += "FF";
            }
            uint bits;
            if (digits.Length != 8 || !uint.TryParse(digits, System.Globalization.NumberStyles.AllowHexSpecifier, System.Globalization.CultureInfo.InvariantCulture, out bits))
            {
                return false;
            }
            color = new Color32((byte)(bits >> 24), (byte)(bits >> 16), (byte)(bits >> 8), (byte)bits);
            return true;
        }

        public static string ToHtmlStringRGB(Color color)
        {
            return ToHtmlStringRGBA(color).Substring(0, 6);
        }

        public static string ToHtmlStringRGBA(Color color)
        {
            Color32 bytes = color;
            return bytes.r.ToString("X2") + bytes.g.ToString("X2") + bytes.b.ToString("X2") + bytes.a.ToString("X2");
        }
    }
}
