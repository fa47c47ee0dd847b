namespace UnityEngine.UI
{
    /// <summary>A picture of a sprite.</summary>
    // Follows com.unity.ugui 1.0.0, UI/Core/Image.cs: members and serialized fields.
    [RequireComponent(typeof(CanvasRenderer))]
    [AddComponentMenu("UI/Image", 11)]
    public class Image : MaskableGraphic
    {
        [SerializeField]
        private Sprite m_Sprite = null;

        [SerializeField]
        private Type m_Type = Type.Simple;

        [SerializeField]
        private bool m_PreserveAspect = false;

        [SerializeField]
        private bool m_FillCenter = true;

        [SerializeField]
        private FillMethod m_FillMethod = FillMethod.Radial360;

        [SerializeField]
        private float m_FillAmount = 1F;

        [SerializeField]
        private bool m_FillClockwise = true;

        [SerializeField]
        private int m_FillOrigin = 0;

        [SerializeField]
        private bool m_UseSpriteMesh = false;

        [SerializeField]
        private float m_PixelsPerUnitMultiplier = 1F;

        public Sprite sprite
        {
            get { return m_Sprite; }
            set { m_Sprite = value; }
        }

        public Type type
        {
            get { return m_Type; }
            set { m_Type = value; }
        }

        public bool preserveAspect
        {
            get { return m_PreserveAspect; }
            set { m_PreserveAspect = value; }
        }

        public bool fillCenter
        {
            get { return m_FillCenter; }
            set { m_FillCenter = value; }
        }

        public FillMethod fillMethod
        {
            get { return m_FillMethod; }
            set { m_FillMethod = value; }
        }

        public float fillAmount
        {
            get { return m_FillAmount; }
            set { m_FillAmount = Mathf.Clamp01(value); }
        }

        public bool fillClockwise
        {
            get { return m_FillClockwise; }
            set { m_FillClockwise = value; }
        }

        public int fillOrigin
        {
            get { return m_FillOrigin; }
            set { m_FillOrigin = value; }
        }

        public bool useSpriteMesh
        {
            get { return m_UseSpriteMesh; }
            set { m_UseSpriteMesh = value; }
        }

        public float pixelsPerUnitMultiplier
        {
            get { return m_PixelsPerUnitMultiplier; }
            set { m_PixelsPerUnitMultiplier = Mathf.Max(0.01F, value); }
        }

        public enum Type
        {
            Simple,
            Sliced,
            Tiled,
            Filled
        }

        public enum FillMethod
        {
            Horizontal,
            Vertical,
            Radial90,
            Radial180,
            Radial360
        }
    }

    /// <summary>A picture of a texture.</summary>
    // Follows com.unity.ugui 1.0.0, UI/Core/RawImage.cs: members and serialized fields.
    [RequireComponent(typeof(CanvasRenderer))]
    [AddComponentMenu("UI/Raw Image", 12)]
    public class RawImage : MaskableGraphic
    {
        [SerializeField]
        private Texture m_Texture = null;

        [SerializeField]
        private Rect m_UVRect = new Rect(0F, 0F, 1F, 1F);

        public Texture texture
        {
            get { return m_Texture; }
            set { m_Texture = value; }
        }

        public Rect uvRect
        {
            get { return m_UVRect; }
            set { m_UVRect = value; }
        }
    }
}
