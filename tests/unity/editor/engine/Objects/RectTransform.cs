using UnityDouble;

namespace UnityEngine
{
    /// <summary>A transform that is placed by anchors in the rectangle of its parent.</summary>
    // Follows Runtime/Transform/ScriptBindings/RectTransform.bindings.cs (members) and Unity's manual page "Basic Layout" (the arithmetic).
    [FileClass(224, "RectTransform")]
    public sealed class RectTransform : Transform
    {
        [Stored] internal Vector2 m_AnchorMin = new Vector2(0.5F, 0.5F);
        [Stored] internal Vector2 m_AnchorMax = new Vector2(0.5F, 0.5F);
        [Stored] internal Vector2 m_AnchoredPosition = Vector2.zero;
        [Stored] internal Vector2 m_SizeDelta = new Vector2(100F, 100F);
        [Stored] internal Vector2 m_Pivot = new Vector2(0.5F, 0.5F);

        public enum Axis
        {
            Horizontal = 0,
            Vertical = 1
        }

        public Vector2 anchorMin
        {
            get { return m_AnchorMin; }
            set { m_AnchorMin = value; }
        }

        public Vector2 anchorMax
        {
            get { return m_AnchorMax; }
            set { m_AnchorMax = value; }
        }

        public Vector2 anchoredPosition
        {
            get { return m_AnchoredPosition; }
            set { m_AnchoredPosition = value; }
        }

        public Vector2 sizeDelta
        {
            get { return m_SizeDelta; }
            set { m_SizeDelta = value; }
        }

        public Vector2 pivot
        {
            get { return m_Pivot; }
            set { m_Pivot = value; }
        }

        public Vector2 offsetMin
        {
            get
            {
                return m_AnchoredPosition - Vector2.Scale(m_SizeDelta, m_Pivot);
            }

            set
            {
                Vector2 offset = value - offsetMin;
                m_SizeDelta -= offset;
                m_AnchoredPosition += Vector2.Scale(offset, Vector2.one - m_Pivot);
            }
        }

        public Vector2 offsetMax
        {
            get
            {
                return m_AnchoredPosition + Vector2.Scale(m_SizeDelta, Vector2.one - m_Pivot);
            }

            set
            {
                Vector2 offset = value - offsetMax;
                m_SizeDelta += offset;
                m_AnchoredPosition += Vector2.Scale(offset, m_Pivot);
            }
        }

        public Vector3 anchoredPosition3D
        {
            get
            {
                return new Vector3(m_AnchoredPosition.x, m_AnchoredPosition.y, m_LocalPosition.z);
            }

            set
            {
                m_AnchoredPosition = value;
                m_LocalPosition.z = value.z;
            }
        }

        public Rect rect
        {
            get
            {
                Vector2 screen;
                if (CoversScreen(out screen))
                {
                    return new Rect(-screen * 0.5F, screen);
                }
                Vector2 size = m_SizeDelta + Vector2.Scale(m_AnchorMax - m_AnchorMin, ParentRect.size);
                return new Rect(-Vector2.Scale(m_Pivot, size), size);
            }
        }

        internal override Vector3 Place
        {
            get
            {
                Vector2 screen;
                if (CoversScreen(out screen))
                {
                    return screen * 0.5F;
                }
                Vector2 place = Reference + m_AnchoredPosition;
                return new Vector3(place.x, place.y, m_LocalPosition.z);
            }

            set
            {
                // Files contain only the depth of a rectangle here; the rest follows from its anchors.
                m_AnchoredPosition = (Vector2)value - Reference;
                m_LocalPosition.z = value.z;
            }
        }

        internal override Vector3 Scale
        {
            get
            {
                Vector2 screen;
                return CoversScreen(out screen) ? Vector3.one : base.Scale;
            }
        }

        /// <summary>A canvas on the screen has the place and the size of the screen, whatever is stored.</summary>
        private bool CoversScreen(out Vector2 size)
        {
            size = Vector2.zero;
            if (m_Father is RectTransform)
            {
                return false;
            }
            foreach (Component one in GetComponents<Component>())
            {
                IScreenRect screen = one as IScreenRect;
                if (screen != null && screen.Covers(out size))
                {
                    return true;
                }
            }
            return false;
        }

        private Rect ParentRect
        {
            get
            {
                RectTransform above = m_Father as RectTransform;
                return ReferenceEquals(above, null) ? new Rect() : above.rect;
            }
        }

        /// <summary>The point between the anchors that the anchored position is relative to.</summary>
        private Vector2 Reference
        {
            get
            {
                Rect above = ParentRect;
                Vector2 anchor = new Vector2(Mathf.LerpUnclamped(m_AnchorMin.x, m_AnchorMax.x, m_Pivot.x), Mathf.LerpUnclamped(m_AnchorMin.y, m_AnchorMax.y, m_Pivot.y));
                return above.position + Vector2.Scale(anchor, above.size);
            }
        }

        public void SetSizeWithCurrentAnchors(Axis axis, float size)
        {
            Vector2 above = ParentRect.size;
            if (axis == Axis.Horizontal)
            {
                m_SizeDelta.x = size - above.x * (m_AnchorMax.x - m_AnchorMin.x);
            }
            else
            {
                m_SizeDelta.y = size - above.y * (m_AnchorMax.y - m_AnchorMin.y);
            }
        }
    }
}
