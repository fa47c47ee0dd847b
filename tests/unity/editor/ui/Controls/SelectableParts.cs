using System;

namespace UnityEngine.UI
{
    /// <summary>Where the selection moves to.</summary>
    // Follows com.unity.ugui 1.0.0, UI/Core: members, serialized fields and their first values.
    [Serializable]
    public struct Navigation
    {
        [SerializeField]
        private Mode m_Mode;

        [SerializeField]
        private bool m_WrapAround;

        [SerializeField]
        private Selectable m_SelectOnUp;

        [SerializeField]
        private Selectable m_SelectOnDown;

        [SerializeField]
        private Selectable m_SelectOnLeft;

        [SerializeField]
        private Selectable m_SelectOnRight;

        public Mode mode
        {
            get { return m_Mode; }
            set { m_Mode = value; }
        }

        public bool wrapAround
        {
            get { return m_WrapAround; }
            set { m_WrapAround = value; }
        }

        public Selectable selectOnUp
        {
            get { return m_SelectOnUp; }
            set { m_SelectOnUp = value; }
        }

        public Selectable selectOnDown
        {
            get { return m_SelectOnDown; }
            set { m_SelectOnDown = value; }
        }

        public Selectable selectOnLeft
        {
            get { return m_SelectOnLeft; }
            set { m_SelectOnLeft = value; }
        }

        public Selectable selectOnRight
        {
            get { return m_SelectOnRight; }
            set { m_SelectOnRight = value; }
        }

        public static Navigation defaultNavigation
        {
            get { return new Navigation { m_Mode = Mode.Automatic }; }
        }

        [Flags]
        public enum Mode
        {
            None = 0,
            Horizontal = 1,
            Vertical = 2,
            Automatic = 3,
            Explicit = 4
        }
    }

    [Serializable]
    public struct ColorBlock
    {
        [SerializeField]
        private Color m_NormalColor;

        [SerializeField]
        private Color m_HighlightedColor;

        [SerializeField]
        private Color m_PressedColor;

        [SerializeField]
        private Color m_SelectedColor;

        [SerializeField]
        private Color m_DisabledColor;

        [SerializeField]
        private float m_ColorMultiplier;

        [SerializeField]
        private float m_FadeDuration;

        public Color normalColor
        {
            get { return m_NormalColor; }
            set { m_NormalColor = value; }
        }

        public Color highlightedColor
        {
            get { return m_HighlightedColor; }
            set { m_HighlightedColor = value; }
        }

        public Color pressedColor
        {
            get { return m_PressedColor; }
            set { m_PressedColor = value; }
        }

        public Color selectedColor
        {
            get { return m_SelectedColor; }
            set { m_SelectedColor = value; }
        }

        public Color disabledColor
        {
            get { return m_DisabledColor; }
            set { m_DisabledColor = value; }
        }

        public float colorMultiplier
        {
            get { return m_ColorMultiplier; }
            set { m_ColorMultiplier = value; }
        }

        public float fadeDuration
        {
            get { return m_FadeDuration; }
            set { m_FadeDuration = value; }
        }

        public static ColorBlock defaultColorBlock
        {
            get
            {
                return new ColorBlock
                {
                    m_NormalColor = Color.white,
                    m_HighlightedColor = new Color32(245, 245, 245, 255),
                    m_PressedColor = new Color32(200, 200, 200, 255),
                    m_SelectedColor = new Color32(245, 245, 245, 255),
                    m_DisabledColor = new Color32(200, 200, 200, 128),
                    m_ColorMultiplier = 1F,
                    m_FadeDuration = 0.1F
                };
            }
        }
    }

    [Serializable]
    public struct SpriteState
    {
        [SerializeField]
        private Sprite m_HighlightedSprite;

        [SerializeField]
        private Sprite m_PressedSprite;

        [SerializeField]
        private Sprite m_SelectedSprite;

        [SerializeField]
        private Sprite m_DisabledSprite;

        public Sprite highlightedSprite
        {
            get { return m_HighlightedSprite; }
            set { m_HighlightedSprite = value; }
        }

        public Sprite pressedSprite
        {
            get { return m_PressedSprite; }
            set { m_PressedSprite = value; }
        }

        public Sprite selectedSprite
        {
            get { return m_SelectedSprite; }
            set { m_SelectedSprite = value; }
        }

        public Sprite disabledSprite
        {
            get { return m_DisabledSprite; }
            set { m_DisabledSprite = value; }
        }
    }

    [Serializable]
    public class AnimationTriggers
    {
        [SerializeField]
        private string m_NormalTrigger = "Normal";

        [SerializeField]
        private string m_HighlightedTrigger = "Highlighted";

        [SerializeField]
        private string m_PressedTrigger = "Pressed";

        [SerializeField]
        private string m_SelectedTrigger = "Selected";

        [SerializeField]
        private string m_DisabledTrigger = "Disabled";

        public string normalTrigger
        {
            get { return m_NormalTrigger; }
            set { m_NormalTrigger = value; }
        }

        public string highlightedTrigger
        {
            get { return m_HighlightedTrigger; }
            set { m_HighlightedTrigger = value; }
        }

        public string pressedTrigger
        {
            get { return m_PressedTrigger; }
            set { m_PressedTrigger = value; }
        }

        public string selectedTrigger
        {
            get { return m_SelectedTrigger; }
            set { m_SelectedTrigger = value; }
        }

        public string disabledTrigger
        {
            get { return m_DisabledTrigger; }
            set { m_DisabledTrigger = value; }
        }
    }
}
