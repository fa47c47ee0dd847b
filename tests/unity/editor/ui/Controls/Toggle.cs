using System;
using System.Collections.Generic;
using UnityEngine.Events;
using UnityEngine.EventSystems;

namespace UnityEngine.UI
{
    /// <summary>An element that is on or off.</summary>
    // Follows com.unity.ugui 1.0.0, UI/Core/Toggle.cs and ToggleGroup.cs: members and serialized fields.
    [AddComponentMenu("UI/Toggle", 31)]
    [RequireComponent(typeof(RectTransform))]
    public class Toggle : Selectable, IPointerClickHandler, ISubmitHandler
    {
        public ToggleTransition toggleTransition = ToggleTransition.Fade;
        public Graphic graphic;

        [SerializeField]
        private ToggleGroup m_Group;

        public ToggleEvent onValueChanged = new ToggleEvent();

        [SerializeField]
        private bool m_IsOn;

        public enum ToggleTransition
        {
            None,
            Fade
        }

        public ToggleGroup group
        {
            get
            {
                return m_Group;
            }

            set
            {
                Leave();
                m_Group = value;
                Join();
            }
        }

        public bool isOn
        {
            get { return m_IsOn; }
            set { Set(value, true); }
        }

        public void SetIsOnWithoutNotify(bool value)
        {
            Set(value, false);
        }

        public virtual void OnPointerClick(PointerEventData eventData)
        {
            if (Takes(eventData))
            {
                isOn = !isOn;
            }
        }

        public virtual void OnSubmit(BaseEventData eventData)
        {
            if (Takes(null))
            {
                isOn = !isOn;
            }
        }

        protected override void OnEnable()
        {
            base.OnEnable();
            Join();
        }

        protected override void OnDisable()
        {
            Leave();
            base.OnDisable();
        }

        private void Join()
        {
            if (m_Group != null && IsActive())
            {
                m_Group.RegisterToggle(this);
            }
        }

        private void Leave()
        {
            if (m_Group != null)
            {
                m_Group.UnregisterToggle(this);
            }
        }

        private void Set(bool value, bool notifies)
        {
            if (m_IsOn == value)
            {
                return;
            }
            bool grouped = m_Group != null && m_Group.isActiveAndEnabled && IsActive();
            m_IsOn = value || (grouped && !m_Group.allowSwitchOff && !m_Group.AnyTogglesOn());
            if (grouped && m_IsOn)
            {
                m_Group.NotifyToggleOn(this, notifies);
            }
            if (notifies)
            {
                onValueChanged.Invoke(m_IsOn);
            }
        }

        [Serializable]
        public class ToggleEvent : UnityEvent<bool>
        {
        }
    }

    /// <summary>Toggles of which one is on.</summary>
    [AddComponentMenu("UI/Toggle Group", 32)]
    [DisallowMultipleComponent]
    public class ToggleGroup : UIBehaviour
    {
        [SerializeField]
        private bool m_AllowSwitchOff = false;

        private readonly List<Toggle> toggles = new List<Toggle>();

        public bool allowSwitchOff
        {
            get { return m_AllowSwitchOff; }
            set { m_AllowSwitchOff = value; }
        }

        public void RegisterToggle(Toggle toggle)
        {
            if (!toggles.Contains(toggle))
            {
                toggles.Add(toggle);
            }
        }

        public void UnregisterToggle(Toggle toggle)
        {
            toggles.Remove(toggle);
        }

        public void NotifyToggleOn(Toggle toggle, bool sendCallback = true)
        {
            foreach (Toggle other in toggles.ToArray())
            {
                if (other == toggle)
                {
                    continue;
                }
                if (sendCallback)
                {
                    other.isOn = false;
                }
                else
                {
                    other.SetIsOnWithoutNotify(false);
                }
            }
        }

        public bool AnyTogglesOn()
        {
            return toggles.Exists(one => one.isOn);
        }

        public IEnumerable<Toggle> ActiveToggles()
        {
            return toggles.FindAll(one => one.isOn);
        }
    }
}
