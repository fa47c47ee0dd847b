using UnityEngine.EventSystems;

namespace UnityEngine.UI
{
    /// <summary>How a canvas fits the screen. The double keeps the settings and scales nothing.</summary>
    // Follows com.unity.ugui 1.0.0, UI/Core/Layout/CanvasScaler.cs: members and serialized fields.
    [RequireComponent(typeof(Canvas))]
    [ExecuteAlways]
    [AddComponentMenu("Layout/Canvas Scaler", 101)]
    [DisallowMultipleComponent]
    public class CanvasScaler : UIBehaviour
    {
        [SerializeField]
        private ScaleMode m_UiScaleMode = ScaleMode.ConstantPixelSize;

        [SerializeField]
        private float m_ReferencePixelsPerUnit = 100F;

        [SerializeField]
        private float m_ScaleFactor = 1F;

        [SerializeField]
        private Vector2 m_ReferenceResolution = new Vector2(800F, 600F);

        [SerializeField]
        private ScreenMatchMode m_ScreenMatchMode = ScreenMatchMode.MatchWidthOrHeight;

        [SerializeField]
        private float m_MatchWidthOrHeight = 0F;

        [SerializeField]
        private Unit m_PhysicalUnit = Unit.Points;

        [SerializeField]
        private float m_FallbackScreenDPI = 96F;

        [SerializeField]
        private float m_DefaultSpriteDPI = 96F;

        [SerializeField]
        private float m_DynamicPixelsPerUnit = 1F;

        [SerializeField]
        private bool m_PresetInfoIsWorld = false;

        public ScaleMode uiScaleMode
        {
            get { return m_UiScaleMode; }
            set { m_UiScaleMode = value; }
        }

        public float referencePixelsPerUnit
        {
            get { return m_ReferencePixelsPerUnit; }
            set { m_ReferencePixelsPerUnit = value; }
        }

        public float scaleFactor
        {
            get { return m_ScaleFactor; }
            set { m_ScaleFactor = Mathf.Max(0.01F, value); }
        }

        public Vector2 referenceResolution
        {
            get { return m_ReferenceResolution; }
            set { m_ReferenceResolution = value; }
        }

        public ScreenMatchMode screenMatchMode
        {
            get { return m_ScreenMatchMode; }
            set { m_ScreenMatchMode = value; }
        }

        public float matchWidthOrHeight
        {
            get { return m_MatchWidthOrHeight; }
            set { m_MatchWidthOrHeight = value; }
        }

        public Unit physicalUnit
        {
            get { return m_PhysicalUnit; }
            set { m_PhysicalUnit = value; }
        }

        public float fallbackScreenDPI
        {
            get { return m_FallbackScreenDPI; }
            set { m_FallbackScreenDPI = value; }
        }

        public float defaultSpriteDPI
        {
            get { return m_DefaultSpriteDPI; }
            set { m_DefaultSpriteDPI = value; }
        }

        public float dynamicPixelsPerUnit
        {
            get { return m_DynamicPixelsPerUnit; }
            set { m_DynamicPixelsPerUnit = value; }
        }

        public enum ScaleMode
        {
            ConstantPixelSize,
            ScaleWithScreenSize,
            ConstantPhysicalSize
        }

        public enum ScreenMatchMode
        {
            MatchWidthOrHeight = 0,
            Expand = 1,
            Shrink = 2
        }

        public enum Unit
        {
            Centimeters,
            Millimeters,
            Inches,
            Points,
            Picas
        }

        internal bool IsWorldPreset
        {
            get { return m_PresetInfoIsWorld; }
        }
    }
}
