using System;
using UnityEngine.Events;
using UnityEngine.EventSystems;

namespace UnityEngine.UI
{
    /// <summary>A part of a larger content. The double keeps the settings and scrolls nothing.</summary>
    // Follows com.unity.ugui 1.0.0, UI/Core/ScrollRect.cs: members and serialized fields.
    [AddComponentMenu("UI/Scroll Rect", 37)]
    [SelectionBase]
    [ExecuteAlways]
    [DisallowMultipleComponent]
    [RequireComponent(typeof(RectTransform))]
    public class ScrollRect : UIBehaviour
    {
        [SerializeField]
        private RectTransform m_Content = null;

        [SerializeField]
        private bool m_Horizontal = true;

        [SerializeField]
        private bool m_Vertical = true;

        [SerializeField]
        private MovementType m_MovementType = MovementType.Elastic;

        [SerializeField]
        private float m_Elasticity = 0.1F;

        [SerializeField]
        private bool m_Inertia = true;

        [SerializeField]
        private float m_DecelerationRate = 0.135F;

        [SerializeField]
        private float m_ScrollSensitivity = 1F;

        [SerializeField]
        private RectTransform m_Viewport = null;

        [SerializeField]
        private Scrollbar m_HorizontalScrollbar = null;

        [SerializeField]
        private Scrollbar m_VerticalScrollbar = null;

        [SerializeField]
        private ScrollbarVisibility m_HorizontalScrollbarVisibility = ScrollbarVisibility.Permanent;

        [SerializeField]
        private ScrollbarVisibility m_VerticalScrollbarVisibility = ScrollbarVisibility.Permanent;

        [SerializeField]
        private float m_HorizontalScrollbarSpacing = 0F;

        [SerializeField]
        private float m_VerticalScrollbarSpacing = 0F;

        [SerializeField]
        private ScrollRectEvent m_OnValueChanged = new ScrollRectEvent();

        public RectTransform content
        {
            get { return m_Content; }
            set { m_Content = value; }
        }

        public bool horizontal
        {
            get { return m_Horizontal; }
            set { m_Horizontal = value; }
        }

        public bool vertical
        {
            get { return m_Vertical; }
            set { m_Vertical = value; }
        }

        public MovementType movementType
        {
            get { return m_MovementType; }
            set { m_MovementType = value; }
        }

        public float elasticity
        {
            get { return m_Elasticity; }
            set { m_Elasticity = value; }
        }

        public bool inertia
        {
            get { return m_Inertia; }
            set { m_Inertia = value; }
        }

        public float decelerationRate
        {
            get { return m_DecelerationRate; }
            set { m_DecelerationRate = value; }
        }

        public float scrollSensitivity
        {
            get { return m_ScrollSensitivity; }
            set { m_ScrollSensitivity = value; }
        }

        public RectTransform viewport
        {
            get { return m_Viewport; }
            set { m_Viewport = value; }
        }

        public Scrollbar horizontalScrollbar
        {
            get { return m_HorizontalScrollbar; }
            set { m_HorizontalScrollbar = value; }
        }

        public Scrollbar verticalScrollbar
        {
            get { return m_VerticalScrollbar; }
            set { m_VerticalScrollbar = value; }
        }

        public ScrollbarVisibility horizontalScrollbarVisibility
        {
            get { return m_HorizontalScrollbarVisibility; }
            set { m_HorizontalScrollbarVisibility = value; }
        }

        public ScrollbarVisibility verticalScrollbarVisibility
        {
            get { return m_VerticalScrollbarVisibility; }
            set { m_VerticalScrollbarVisibility = value; }
        }

        public float horizontalScrollbarSpacing
        {
            get { return m_HorizontalScrollbarSpacing; }
            set { m_HorizontalScrollbarSpacing = value; }
        }

        public float verticalScrollbarSpacing
        {
            get { return m_VerticalScrollbarSpacing; }
            set { m_VerticalScrollbarSpacing = value; }
        }

        public ScrollRectEvent onValueChanged
        {
            get { return m_OnValueChanged; }
            set { m_OnValueChanged = value; }
        }

        public enum MovementType
        {
            Unrestricted,
            Elastic,
            Clamped
        }

        public enum ScrollbarVisibility
        {
            Permanent,
            AutoHide,
            AutoHideAndExpandViewport
        }

        [Serializable]
        public class ScrollRectEvent : UnityEvent<Vector2>
        {
        }
    }
}
