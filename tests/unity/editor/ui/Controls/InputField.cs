using System;
using UnityEngine.Events;
using UnityEngine.Serialization;

namespace UnityEngine.UI
{
    /// <summary>A text that the user can edit. The double has no keyboard.</summary>
    // Follows com.unity.ugui 1.0.0, UI/Core/InputField.cs: members and serialized fields.
    [AddComponentMenu("UI/Input Field", 31)]
    public class InputField : Selectable
    {
        [SerializeField]
        private Text m_TextComponent = null;

        [SerializeField]
        private Graphic m_Placeholder = null;

        [SerializeField]
        private ContentType m_ContentType = ContentType.Standard;

        [SerializeField]
        private InputType m_InputType = InputType.Standard;

        [SerializeField]
        private char m_AsteriskChar = '*';

        [SerializeField]
        private int m_KeyboardType = 0;

        [SerializeField]
        private LineType m_LineType = LineType.SingleLine;

        [SerializeField]
        private bool m_HideMobileInput = false;

        [SerializeField]
        private CharacterValidation m_CharacterValidation = CharacterValidation.None;

        [SerializeField]
        private int m_CharacterLimit = 0;

        [SerializeField]
        private SubmitEvent m_OnSubmit = new SubmitEvent();

        [SerializeField]
        [FormerlySerializedAs("m_OnEndEdit")]
        private EndEditEvent m_OnDidEndEdit = new EndEditEvent();

        [SerializeField]
        private OnChangeEvent m_OnValueChanged = new OnChangeEvent();

        [SerializeField]
        private Color m_CaretColor = new Color(50F / 255F, 50F / 255F, 50F / 255F, 1F);

        [SerializeField]
        private bool m_CustomCaretColor = false;

        [SerializeField]
        private Color m_SelectionColor = new Color(168F / 255F, 206F / 255F, 1F, 192F / 255F);

        [SerializeField]
        private string m_Text = "";

        [SerializeField]
        private float m_CaretBlinkRate = 0.85F;

        [SerializeField]
        private int m_CaretWidth = 1;

        [SerializeField]
        private bool m_ReadOnly = false;

        [SerializeField]
        private bool m_ShouldActivateOnSelect = true;

        public Text textComponent
        {
            get { return m_TextComponent; }
            set { m_TextComponent = value; }
        }

        public Graphic placeholder
        {
            get { return m_Placeholder; }
            set { m_Placeholder = value; }
        }

        public ContentType contentType
        {
            get { return m_ContentType; }
            set { m_ContentType = value; }
        }

        public InputType inputType
        {
            get { return m_InputType; }
            set { m_InputType = value; }
        }

        public char asteriskChar
        {
            get { return m_AsteriskChar; }
            set { m_AsteriskChar = value; }
        }

        public LineType lineType
        {
            get { return m_LineType; }
            set { m_LineType = value; }
        }

        public bool shouldHideMobileInput
        {
            get { return m_HideMobileInput; }
            set { m_HideMobileInput = value; }
        }

        public CharacterValidation characterValidation
        {
            get { return m_CharacterValidation; }
            set { m_CharacterValidation = value; }
        }

        public int characterLimit
        {
            get { return m_CharacterLimit; }
            set { m_CharacterLimit = Mathf.Max(0, value); }
        }

        public SubmitEvent onSubmit
        {
            get { return m_OnSubmit; }
            set { m_OnSubmit = value; }
        }

        public EndEditEvent onEndEdit
        {
            get { return m_OnDidEndEdit; }
            set { m_OnDidEndEdit = value; }
        }

        public OnChangeEvent onValueChanged
        {
            get { return m_OnValueChanged; }
            set { m_OnValueChanged = value; }
        }

        public Color caretColor
        {
            get { return m_CaretColor; }
            set { m_CaretColor = value; }
        }

        public bool customCaretColor
        {
            get { return m_CustomCaretColor; }
            set { m_CustomCaretColor = value; }
        }

        public Color selectionColor
        {
            get { return m_SelectionColor; }
            set { m_SelectionColor = value; }
        }

        public float caretBlinkRate
        {
            get { return m_CaretBlinkRate; }
            set { m_CaretBlinkRate = value; }
        }

        public int caretWidth
        {
            get { return m_CaretWidth; }
            set { m_CaretWidth = value; }
        }

        public bool readOnly
        {
            get { return m_ReadOnly; }
            set { m_ReadOnly = value; }
        }

        public bool shouldActivateOnSelect
        {
            get { return m_ShouldActivateOnSelect; }
            set { m_ShouldActivateOnSelect = value; }
        }

        public enum ContentType
        {
            Standard,
            Autocorrected,
            IntegerNumber,
            DecimalNumber,
            Alphanumeric,
            Name,
            EmailAddress,
            Password,
            Pin,
            Custom
        }

        public enum InputType
        {
            Standard,
            AutoCorrect,
            Password
        }

        public enum CharacterValidation
        {
            None,
            Integer,
            Decimal,
            Alphanumeric,
            Name,
            EmailAddress
        }

        public enum LineType
        {
            SingleLine,
            MultiLineSubmit,
            MultiLineNewline
        }

        public string text
        {
            get { return m_Text; }
            set { Set(value, true); }
        }

        public void SetTextWithoutNotify(string input)
        {
            Set(input, false);
        }

        private void Set(string wanted, bool notifies)
        {
            string now = (wanted ?? "").Replace("\0", "");
            now = m_LineType == LineType.SingleLine ? now.Replace("\n", "").Replace("\t", "") : now;
            now = m_CharacterLimit > 0 && now.Length > m_CharacterLimit ? now.Substring(0, m_CharacterLimit) : now;
            if (now != m_Text)
            {
                m_Text = now;
                if (m_TextComponent != null)
                {
                    m_TextComponent.text = now;
                }
                if (notifies)
                {
                    m_OnValueChanged.Invoke(now);
                }
            }
        }

        internal int KeyboardType
        {
            get { return m_KeyboardType; }
        }

        [Serializable]
        public class SubmitEvent : UnityEvent<string>
        {
        }

        [Serializable]
        public class EndEditEvent : UnityEvent<string>
        {
        }

        [Serializable]
        public class OnChangeEvent : UnityEvent<string>
        {
        }
    }
}
