using UnityEngine.EventSystems;

namespace UnityEngine.UI
{
    /// <summary>How much room an element wants.</summary>
    // Follows com.unity.ugui 1.0.0, UI/Core/Layout: members and serialized fields.
    [AddComponentMenu("Layout/Layout Element", 140)]
    [RequireComponent(typeof(RectTransform))]
    [ExecuteAlways]
    public class LayoutElement : UIBehaviour
    {
        [SerializeField]
        private bool m_IgnoreLayout = false;

        [SerializeField]
        private float m_MinWidth = -1F;

        [SerializeField]
        private float m_MinHeight = -1F;

        [SerializeField]
        private float m_PreferredWidth = -1F;

        [SerializeField]
        private float m_PreferredHeight = -1F;

        [SerializeField]
        private float m_FlexibleWidth = -1F;

        [SerializeField]
        private float m_FlexibleHeight = -1F;

        [SerializeField]
        private int m_LayoutPriority = 1;

        public bool ignoreLayout
        {
            get { return m_IgnoreLayout; }
            set { m_IgnoreLayout = value; }
        }

        public float minWidth
        {
            get { return m_MinWidth; }
            set { m_MinWidth = value; }
        }

        public float minHeight
        {
            get { return m_MinHeight; }
            set { m_MinHeight = value; }
        }

        public float preferredWidth
        {
            get { return m_PreferredWidth; }
            set { m_PreferredWidth = value; }
        }

        public float preferredHeight
        {
            get { return m_PreferredHeight; }
            set { m_PreferredHeight = value; }
        }

        public float flexibleWidth
        {
            get { return m_FlexibleWidth; }
            set { m_FlexibleWidth = value; }
        }

        public float flexibleHeight
        {
            get { return m_FlexibleHeight; }
            set { m_FlexibleHeight = value; }
        }

        public int layoutPriority
        {
            get { return m_LayoutPriority; }
            set { m_LayoutPriority = value; }
        }
    }

    [AddComponentMenu("Layout/Content Size Fitter", 141)]
    [ExecuteAlways]
    [RequireComponent(typeof(RectTransform))]
    public class ContentSizeFitter : UIBehaviour
    {
        [SerializeField]
        private FitMode m_HorizontalFit = FitMode.Unconstrained;

        [SerializeField]
        private FitMode m_VerticalFit = FitMode.Unconstrained;

        public FitMode horizontalFit
        {
            get { return m_HorizontalFit; }
            set { m_HorizontalFit = value; }
        }

        public FitMode verticalFit
        {
            get { return m_VerticalFit; }
            set { m_VerticalFit = value; }
        }

        public enum FitMode
        {
            Unconstrained,
            MinSize,
            PreferredSize
        }
    }

    [AddComponentMenu("Layout/Aspect Ratio Fitter", 142)]
    [ExecuteAlways]
    [RequireComponent(typeof(RectTransform))]
    [DisallowMultipleComponent]
    public class AspectRatioFitter : UIBehaviour
    {
        [SerializeField]
        private AspectMode m_AspectMode = AspectMode.None;

        [SerializeField]
        private float m_AspectRatio = 1F;

        public AspectMode aspectMode
        {
            get { return m_AspectMode; }
            set { m_AspectMode = value; }
        }

        public float aspectRatio
        {
            get { return m_AspectRatio; }
            set { m_AspectRatio = value; }
        }

        public enum AspectMode
        {
            None,
            WidthControlsHeight,
            HeightControlsWidth,
            FitInParent,
            EnvelopeParent
        }
    }
}
