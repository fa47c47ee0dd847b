using System.Collections.Generic;

namespace UnityEngine.EventSystems
{
    /// <summary>Knows what is selected and sends events. The double has no input, so it processes no input modules.</summary>
    // Follows com.unity.ugui 1.0.0, EventSystem/EventSystem.cs: members.
    [AddComponentMenu("Event/Event System")]
    public class EventSystem : UIBehaviour
    {
        private static readonly List<EventSystem> Systems = new List<EventSystem>();

        private GameObject selected;
        private bool selecting;

        [SerializeField]
        private GameObject m_FirstSelected = null;

        [SerializeField]
        private bool m_sendNavigationEvents = true;

        [SerializeField]
        private int m_DragThreshold = 10;

        public GameObject firstSelectedGameObject
        {
            get { return m_FirstSelected; }
            set { m_FirstSelected = value; }
        }

        public bool sendNavigationEvents
        {
            get { return m_sendNavigationEvents; }
            set { m_sendNavigationEvents = value; }
        }

        public int pixelDragThreshold
        {
            get { return m_DragThreshold; }
            set { m_DragThreshold = value; }
        }

        /// <summary>The event system that was enabled first; null if there is none.</summary>
        public static EventSystem current
        {
            get
            {
                return Systems.Count > 0 ? Systems[0] : null;
            }

            set
            {
                if (Systems.Remove(value))
                {
                    Systems.Insert(0, value);
                }
            }
        }

        public GameObject currentSelectedGameObject
        {
            get { return selected; }
        }

        public bool isFocused
        {
            get { return Application.isFocused; }
        }

        public bool alreadySelecting
        {
            get { return selecting; }
        }

        public void SetSelectedGameObject(GameObject selected)
        {
            SetSelectedGameObject(selected, new BaseEventData(this));
        }

        public void SetSelectedGameObject(GameObject selected, BaseEventData pointer)
        {
            if (selecting)
            {
                Debug.LogError("Attempting to select " + selected + "while already selecting an object.");
                return;
            }
            if (selected == this.selected)
            {
                return;
            }
            selecting = true;
            ExecuteEvents.Execute(this.selected, pointer, ExecuteEvents.deselectHandler);
            this.selected = selected;
            ExecuteEvents.Execute(this.selected, pointer, ExecuteEvents.selectHandler);
            selecting = false;
        }

        /// <summary>What all raycasters meet, in the order of the raycasters.</summary>
        public void RaycastAll(PointerEventData eventData, List<RaycastResult> raycastResults)
        {
            raycastResults.Clear();
            foreach (BaseRaycaster caster in BaseRaycaster.Enabled)
            {
                if (caster != null && caster.IsActive())
                {
                    caster.Raycast(eventData, raycastResults);
                }
            }
        }

        protected override void OnEnable()
        {
            base.OnEnable();
            Systems.Add(this);
        }

        protected override void OnDisable()
        {
            Systems.Remove(this);
            base.OnDisable();
        }
    }
}
