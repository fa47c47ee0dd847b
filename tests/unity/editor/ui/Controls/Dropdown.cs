using System;
using System.Collections.Generic;
using UnityEngine.Events;

namespace UnityEngine.UI
{
    /// <summary>A choice of a list. The double does not open the list.</summary>
    // Follows com.unity.ugui 1.0.0, UI/Core/Dropdown.cs: members and serialized fields.
    [AddComponentMenu("UI/Dropdown", 35)]
    [RequireComponent(typeof(RectTransform))]
    public class Dropdown : Selectable
    {
        [SerializeField]
        private RectTransform m_Template = null;

        [SerializeField]
        private Text m_CaptionText = null;

        [SerializeField]
        private Image m_CaptionImage = null;

        [SerializeField]
        private Text m_ItemText = null;

        [SerializeField]
        private Image m_ItemImage = null;

        [SerializeField]
        private int m_Value = 0;

        [SerializeField]
        private OptionDataList m_Options = new OptionDataList();

        [SerializeField]
        private DropdownEvent m_OnValueChanged = new DropdownEvent();

        [SerializeField]
        private float m_AlphaFadeSpeed = 0.15F;

        public RectTransform template
        {
            get { return m_Template; }
            set { m_Template = value; }
        }

        public Text captionText
        {
            get { return m_CaptionText; }
            set { m_CaptionText = value; }
        }

        public Image captionImage
        {
            get { return m_CaptionImage; }
            set { m_CaptionImage = value; }
        }

        public Text itemText
        {
            get { return m_ItemText; }
            set { m_ItemText = value; }
        }

        public Image itemImage
        {
            get { return m_ItemImage; }
            set { m_ItemImage = value; }
        }

        public DropdownEvent onValueChanged
        {
            get { return m_OnValueChanged; }
            set { m_OnValueChanged = value; }
        }

        public float alphaFadeSpeed
        {
            get { return m_AlphaFadeSpeed; }
            set { m_AlphaFadeSpeed = value; }
        }

        public List<OptionData> options
        {
            get { return m_Options.options; }
            set { m_Options.options = value; }
        }

        public int value
        {
            get { return m_Value; }
            set { Set(value, true); }
        }

        public void SetValueWithoutNotify(int input)
        {
            Set(input, false);
        }

        private void Set(int wanted, bool notifies)
        {
            int now = Mathf.Clamp(wanted, 0, Mathf.Max(0, options.Count - 1));
            if (now != m_Value)
            {
                m_Value = now;
                if (notifies)
                {
                    m_OnValueChanged.Invoke(now);
                }
            }
        }

        public void AddOptions(List<OptionData> options)
        {
            this.options.AddRange(options);
        }

        public void AddOptions(List<string> options)
        {
            this.options.AddRange(options.ConvertAll(text => new OptionData(text)));
        }

        public void ClearOptions()
        {
            options.Clear();
            m_Value = 0;
        }

        [Serializable]
        public class DropdownEvent : UnityEvent<int>
        {
        }

        [Serializable]
        public class OptionData
        {
            [SerializeField]
            private string m_Text;

            [SerializeField]
            private Sprite m_Image;

            public OptionData()
            {
            }

            public OptionData(string text)
            {
                m_Text = text;
            }

            public string text
            {
                get { return m_Text; }
                set { m_Text = value; }
            }

            public Sprite image
            {
                get { return m_Image; }
                set { m_Image = value; }
            }
        }

        [Serializable]
        public class OptionDataList
        {
            [SerializeField]
            private List<OptionData> m_Options = new List<OptionData>();

            public List<OptionData> options
            {
                get { return m_Options; }
                set { m_Options = value; }
            }
        }
    }
}
