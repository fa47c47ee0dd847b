using System;

namespace UnityEngine
{
    /// <summary>Widths of the four edges of a rectangle.</summary>
    // Follows Runtime/Export/Geometry/RectOffset.cs and Runtime/Export/IMGUI/GUIElement.bindings.cs: members.
    [Serializable]
    public class RectOffset
    {
        [SerializeField]
        private int m_Left;

        [SerializeField]
        private int m_Right;

        [SerializeField]
        private int m_Top;

        [SerializeField]
        private int m_Bottom;

        public RectOffset()
        {
        }

        public RectOffset(int left, int right, int top, int bottom)
        {
            m_Left = left;
            m_Right = right;
            m_Top = top;
            m_Bottom = bottom;
        }

        public int left
        {
            get { return m_Left; }
            set { m_Left = value; }
        }

        public int right
        {
            get { return m_Right; }
            set { m_Right = value; }
        }

        public int top
        {
            get { return m_Top; }
            set { m_Top = value; }
        }

        public int bottom
        {
            get { return m_Bottom; }
            set { m_Bottom = value; }
        }

        public int horizontal
        {
            get { return m_Left + m_Right; }
        }

        public int vertical
        {
            get { return m_Top + m_Bottom; }
        }

        public Rect Add(Rect rect)
        {
            return new Rect(rect.x - m_Left, rect.y - m_Top, rect.width + horizontal, rect.height + vertical);
        }

        public Rect Remove(Rect rect)
        {
            return new Rect(rect.x + m_Left, rect.y + m_Top, rect.width - horizontal, rect.height - vertical);
        }

        public override string ToString()
        {
            return "RectOffset (l:" + m_Left + " r:" + m_Right + " t:" + m_Top + " b:" + m_Bottom + ")";
        }
    }
}
