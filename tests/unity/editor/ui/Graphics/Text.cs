using System;

namespace UnityEngine.UI
{
    /// <summary>How a text looks.</summary>
    // Follows com.unity.ugui 1.0.0, UI/Core/FontData.cs: members and serialized fields.
    [Serializable]
    public class FontData
    {
        [SerializeField]
        private Font m_Font = null;

        [SerializeField]
        private int m_FontSize = 14;

        [SerializeField]
        private FontStyle m_FontStyle = FontStyle.Normal;

        [SerializeField]
        private bool m_BestFit = false;

        [SerializeField]
        private int m_MinSize = 10;

        [SerializeField]
        private int m_MaxSize = 40;

        [SerializeField]
        private TextAnchor m_Alignment = TextAnchor.UpperLeft;

        [SerializeField]
        private bool m_AlignByGeometry = false;

        [SerializeField]
        private bool m_RichText = true;

        [SerializeField]
        private HorizontalWrapMode m_HorizontalOverflow = HorizontalWrapMode.Wrap;

        [SerializeField]
        private VerticalWrapMode m_VerticalOverflow = VerticalWrapMode.Truncate;

        [SerializeField]
        private float m_LineSpacing = 1F;

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

        public bool bestFit
        {
            get { return m_BestFit; }
            set { m_BestFit = value; }
        }

        public int minSize
        {
            get { return m_MinSize; }
            set { m_MinSize = value; }
        }

        public int maxSize
        {
            get { return m_MaxSize; }
            set { m_MaxSize = value; }
        }

        public TextAnchor alignment
        {
            get { return m_Alignment; }
            set { m_Alignment = value; }
        }

        public bool alignByGeometry
        {
            get { return m_AlignByGeometry; }
            set { m_AlignByGeometry = value; }
        }

        public bool richText
        {
            get { return m_RichText; }
            set { m_RichText = value; }
        }

        public HorizontalWrapMode horizontalOverflow
        {
            get { return m_HorizontalOverflow; }
            set { m_HorizontalOverflow = value; }
        }

        public VerticalWrapMode verticalOverflow
        {
            get { return m_VerticalOverflow; }
            set { m_VerticalOverflow = value; }
        }

        public float lineSpacing
        {
            get { return m_LineSpacing; }
            set { m_LineSpacing = value; }
        }

        public static FontData defaultFontData
        {
            get { return new FontData(); }
        }
    }

    /// <summary>A text.</summary>
    // Follows com.unity.ugui 1.0.0, UI/Core/Text.cs: members and serialized fields.
    [RequireComponent(typeof(CanvasRenderer))]
    [AddComponentMenu("UI/Text", 10)]
    public class Text : MaskableGraphic
    {
        [SerializeField]
        private FontData m_FontData = FontData.defaultFontData;

        [SerializeField]
        [TextArea(3, 10)]
        protected string m_Text = "";

        public virtual string text
        {
            get { return m_Text; }
            set { m_Text = value ?? ""; }
        }

        public Font font
        {
            get { return m_FontData.font; }
            set { m_FontData.font = value; }
        }

        public int fontSize
        {
            get { return m_FontData.fontSize; }
            set { m_FontData.fontSize = value; }
        }

        public FontStyle fontStyle
        {
            get { return m_FontData.fontStyle; }
            set { m_FontData.fontStyle = value; }
        }

        public bool resizeTextForBestFit
        {
            get { return m_FontData.bestFit; }
            set { m_FontData.bestFit = value; }
        }

        public int resizeTextMinSize
        {
            get { return m_FontData.minSize; }
            set { m_FontData.minSize = value; }
        }

        public int resizeTextMaxSize
        {
            get { return m_FontData.maxSize; }
            set { m_FontData.maxSize = value; }
        }

        public TextAnchor alignment
        {
            get { return m_FontData.alignment; }
            set { m_FontData.alignment = value; }
        }

        public bool alignByGeometry
        {
            get { return m_FontData.alignByGeometry; }
            set { m_FontData.alignByGeometry = value; }
        }

        public bool supportRichText
        {
            get { return m_FontData.richText; }
            set { m_FontData.richText = value; }
        }

        public HorizontalWrapMode horizontalOverflow
        {
            get { return m_FontData.horizontalOverflow; }
            set { m_FontData.horizontalOverflow = value; }
        }

        public VerticalWrapMode verticalOverflow
        {
            get { return m_FontData.verticalOverflow; }
            set { m_FontData.verticalOverflow = value; }
        }

        public float lineSpacing
        {
            get { return m_FontData.lineSpacing; }
            set { m_FontData.lineSpacing = value; }
        }
    }
}
