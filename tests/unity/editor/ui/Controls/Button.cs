using System;
using UnityEngine.Events;
using UnityEngine.EventSystems;

namespace UnityEngine.UI
{
    /// <summary>An element that the user can click.</summary>
    // Follows com.unity.ugui 1.0.0, UI/Core/Button.cs: members and serialized fields.
    [AddComponentMenu("UI/Button", 30)]
    public class Button : Selectable, IPointerClickHandler, ISubmitHandler
    {
        [SerializeField]
        private ButtonClickedEvent m_OnClick = new ButtonClickedEvent();

        public ButtonClickedEvent onClick
        {
            get { return m_OnClick; }
            set { m_OnClick = value; }
        }

        public virtual void OnPointerClick(PointerEventData eventData)
        {
            if (Takes(eventData))
            {
                m_OnClick.Invoke();
            }
        }

        public virtual void OnSubmit(BaseEventData eventData)
        {
            if (Takes(null))
            {
                m_OnClick.Invoke();
            }
        }

        [Serializable]
        public class ButtonClickedEvent : UnityEvent
        {
        }
    }
}
