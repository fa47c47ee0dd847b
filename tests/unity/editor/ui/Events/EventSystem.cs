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

        /// <summary>What all raycasters meet, the top-most first.</summary>
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
            raycastResults.Sort(Compare);
        }

        // Follows the same file: which values order the results, and in which sequence.
        private static int Compare(RaycastResult one, RaycastResult other)
        {
            int order = 0;
            if (one.module != other.module)
            {
                Camera first = one.module.eventCamera;
                Camera second = other.module.eventCamera;
                order = first == null || second == null ? 0 : second.depth.CompareTo(first.depth);
                order = order != 0 ? order : other.module.sortOrderPriority.CompareTo(one.module.sortOrderPriority);
                order = order != 0 ? order : other.module.renderOrderPriority.CompareTo(one.module.renderOrderPriority);
            }
            order = order != 0 ? order : SortingLayer.GetLayerValueFromID(other.sortingLayer).CompareTo(SortingLayer.GetLayerValueFromID(one.sortingLayer));
            order = order != 0 ? order : other.sortingOrder.CompareTo(one.sortingOrder);
            order = order != 0 || one.module != other.module ? order : other.depth.CompareTo(one.depth);
            order = order != 0 ? order : one.distance.CompareTo(other.distance);
            return order != 0 ? order : one.index.CompareTo(other.index);
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
