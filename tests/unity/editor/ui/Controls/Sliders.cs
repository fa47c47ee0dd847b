using System;
using UnityEngine.Events;

namespace UnityEngine.UI
{
    /// <summary>A number that the user can set. The double moves no handle.</summary>
    // Follows com.unity.ugui 1.0.0, UI/Core/Slider.cs and Scrollbar.cs: members and serialized fields.
    [AddComponentMenu("UI/Slider", 33)]
    [ExecuteAlways]
    [RequireComponent(typeof(RectTransform))]
    public class Slider : Selectable
    {
        [SerializeField]
        private RectTransform m_FillRect = null;

        [SerializeField]
        private RectTransform m_HandleRect = null;

        [SerializeField]
        private Direction m_Direction = Direction.LeftToRight;

        [SerializeField]
        private float m_MinValue = 0F;

        [SerializeField]
        private float m_MaxValue = 1F;

        [SerializeField]
        private bool m_WholeNumbers = false;

        [SerializeField]
        private float m_Value = 0F;

        [SerializeField]
        private SliderEvent m_OnValueChanged = new SliderEvent();

        public RectTransform fillRect
        {
            get { return m_FillRect; }
            set { m_FillRect = value; }
        }

        public RectTransform handleRect
        {
            get { return m_HandleRect; }
            set { m_HandleRect = value; }
        }

        public Direction direction
        {
            get { return m_Direction; }
            set { m_Direction = value; }
        }

        public float minValue
        {
            get { return m_MinValue; }
            set { m_MinValue = value; }
        }

        public float maxValue
        {
            get { return m_MaxValue; }
            set { m_MaxValue = value; }
        }

        public bool wholeNumbers
        {
            get { return m_WholeNumbers; }
            set { m_WholeNumbers = value; }
        }

        public SliderEvent onValueChanged
        {
            get { return m_OnValueChanged; }
            set { m_OnValueChanged = value; }
        }

        public enum Direction
        {
            LeftToRight,
            RightToLeft,
            BottomToTop,
            TopToBottom
        }

        public float value
        {
            get { return m_Value; }
            set { Set(value, true); }
        }

        public void SetValueWithoutNotify(float input)
        {
            Set(input, false);
        }

        private void Set(float wanted, bool notifies)
        {
            float now = m_WholeNumbers ? Mathf.Round(Mathf.Clamp(wanted, m_MinValue, m_MaxValue)) : Mathf.Clamp(wanted, m_MinValue, m_MaxValue);
            if (now != m_Value)
            {
                m_Value = now;
                if (notifies)
                {
                    m_OnValueChanged.Invoke(now);
                }
            }
        }

        [Serializable]
        public class SliderEvent : UnityEvent<float>
        {
        }
    }

    [AddComponentMenu("UI/Scrollbar", 34)]
    [ExecuteAlways]
    [RequireComponent(typeof(RectTransform))]
    public class Scrollbar : Selectable
    {
        [SerializeField]
        private RectTransform m_HandleRect = null;

        [SerializeField]
        private Direction m_Direction = Direction.LeftToRight;

        [SerializeField]
        private float m_Value = 0F;

        [SerializeField]
        private float m_Size = 0.2F;

        [SerializeField]
        private int m_NumberOfSteps = 0;

        [SerializeField]
        private ScrollEvent m_OnValueChanged = new ScrollEvent();

        public RectTransform handleRect
        {
            get { return m_HandleRect; }
            set { m_HandleRect = value; }
        }

        public Direction direction
        {
            get { return m_Direction; }
            set { m_Direction = value; }
        }

        public float size
        {
            get { return m_Size; }
            set { m_Size = Mathf.Clamp01(value); }
        }

        public int numberOfSteps
        {
            get { return m_NumberOfSteps; }
            set { m_NumberOfSteps = value; }
        }

        public ScrollEvent onValueChanged
        {
            get { return m_OnValueChanged; }
            set { m_OnValueChanged = value; }
        }

        public enum Direction
        {
            LeftToRight,
            RightToLeft,
            BottomToTop,
            TopToBottom
        }

        public float value
        {
            get { return m_Value; }
            set { Set(value, true); }
        }

        public void SetValueWithoutNotify(float input)
        {
            Set(input, false);
        }

        private void Set(float wanted, bool notifies)
        {
            float now = Mathf.Clamp01(wanted);
            if (now != m_Value)
            {
                m_Value = now;
                if (notifies)
                {
                    m_OnValueChanged.Invoke(now);
                }
            }
        }

        [Serializable]
        public class ScrollEvent : UnityEvent<float>
        {
        }
    }
}
