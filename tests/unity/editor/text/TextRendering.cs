using UnityDouble;

namespace UnityEngine
{
    // Follows Modules/TextRendering/TextRendering.bindings.cs, TextGenerator.cs and FontStyle.cs: members and values.
    public enum TextAnchor
    {
        UpperLeft,
        UpperCenter,
        UpperRight,
        MiddleLeft,
        MiddleCenter,
        MiddleRight,
        LowerLeft,
        LowerCenter,
        LowerRight
    }

    public enum TextAlignment
    {
        Left,
        Center,
        Right
    }

    public enum HorizontalWrapMode
    {
        Wrap = 0,
        Overflow = 1
    }

    public enum VerticalWrapMode
    {
        Truncate = 0,
        Overflow = 1
    }

    public enum FontStyle
    {
        Normal = 0,
        Bold = 1,
        Italic = 2,
        BoldAndItalic = 3
    }

    /// <summary>A font. The double loads none from files; fields keep their references to them.</summary>
    [FileClass(128, "Font")]
    public sealed class Font : Object
    {
        [Stored] internal string m_Name = "";

        private Font()
        {
        }

        internal override string StoredName
        {
            get { return m_Name; }
            set { m_Name = value; }
        }
    }

    /// <summary>A text in the world.</summary>
    [RequireComponent(typeof(Transform))]
    [RequireComponent(typeof(MeshRenderer))]
    [FileClass(102, "TextMesh", Version = 3, IsSingle = true)]
    public sealed class TextMesh : Component
    {
        [Stored] internal string m_Text = "";
        [Stored] internal float m_OffsetZ = 0F;
        [Stored] internal float m_CharacterSize = 1F;
        [Stored] internal float m_LineSpacing = 1F;
        [Stored] internal TextAnchor m_Anchor = TextAnchor.UpperLeft;
        [Stored] internal TextAlignment m_Alignment = TextAlignment.Left;
        [Stored] internal float m_TabSize = 4F;
        [Stored] internal int m_FontSize = 0;
        [Stored] internal FontStyle m_FontStyle = FontStyle.Normal;
        [Stored] internal bool m_RichText = true;
        [Stored] internal Font m_Font = null;
        [Stored] internal Color32 m_Color = new Color32(255, 255, 255, 255);

        public string text
        {
            get { return m_Text; }
            set { m_Text = value; }
        }

        public Font font
        {
            get { return m_Font; }
            set { m_Font = value; }
        }

        public int fontSize
        {
            get { return m_FontSize; }
            set { m_FontSize = value; }
        }

        public FontStyle fontStyle
        {
            get { return m_FontStyle; }
            set { m_FontStyle = value; }
        }

        public float offsetZ
        {
            get { return m_OffsetZ; }
            set { m_OffsetZ = value; }
        }

        public TextAlignment alignment
        {
            get { return m_Alignment; }
            set { m_Alignment = value; }
        }

        public TextAnchor anchor
        {
            get { return m_Anchor; }
            set { m_Anchor = value; }
        }

        public float characterSize
        {
            get { return m_CharacterSize; }
            set { m_CharacterSize = value; }
        }

        public float lineSpacing
        {
            get { return m_LineSpacing; }
            set { m_LineSpacing = value; }
        }

        public float tabSize
        {
            get { return m_TabSize; }
            set { m_TabSize = value; }
        }

        public bool richText
        {
            get { return m_RichText; }
            set { m_RichText = value; }
        }

        public Color color
        {
            get { return m_Color; }
            set { m_Color = value; }
        }
    }
}
