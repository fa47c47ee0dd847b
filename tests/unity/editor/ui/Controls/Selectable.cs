using UnityEngine.EventSystems;

namespace UnityEngine.UI
{
    /// <summary>An element that the user can select. The double shows no transitions.</summary>
    // Follows com.unity.ugui 1.0.0, UI/Core/Selectable.cs: members and serialized fields.
    [AddComponentMenu("UI/Selectable", 70)]
    [ExecuteAlways]
    [SelectionBase]
    [DisallowMultipleComponent]
    public class Selectable : UIBehaviour, IMoveHandler, IPointerDownHandler, IPointerUpHandler, IPointerEnterHandler, IPointerExitHandler, ISelectHandler, IDeselectHandler
    {
        private bool isDown;
        private bool isInside;

        [SerializeField]
        private Navigation m_Navigation = Navigation.defaultNavigation;

        [SerializeField]
        private Transition m_Transition = Transition.ColorTint;

        [SerializeField]
        private ColorBlock m_Colors = ColorBlock.defaultColorBlock;

        [SerializeField]
        private SpriteState m_SpriteState = new SpriteState();

        [SerializeField]
        private AnimationTriggers m_AnimationTriggers = new AnimationTriggers();

        [SerializeField]
        private bool m_Interactable = true;

        [SerializeField]
        private Graphic m_TargetGraphic = null;

        public Navigation navigation
        {
            get { return m_Navigation; }
            set { m_Navigation = value; }
        }

        public Transition transition
        {
            get { return m_Transition; }
            set { m_Transition = value; }
        }

        public ColorBlock colors
        {
            get { return m_Colors; }
            set { m_Colors = value; }
        }

        public SpriteState spriteState
        {
            get { return m_SpriteState; }
            set { m_SpriteState = value; }
        }

        public AnimationTriggers animationTriggers
        {
            get { return m_AnimationTriggers; }
            set { m_AnimationTriggers = value; }
        }

        public bool interactable
        {
            get { return m_Interactable; }
            set { m_Interactable = value; }
        }

        public Graphic targetGraphic
        {
            get { return m_TargetGraphic; }
            set { m_TargetGraphic = value; }
        }

        public Image image
        {
            get { return m_TargetGraphic as Image; }
            set { m_TargetGraphic = value; }
        }

        public enum Transition
        {
            None,
            ColorTint,
            SpriteSwap,
            Animation
        }

        /// <summary>Whether it takes input: its own setting and those of the canvas groups above.</summary>
        public virtual bool IsInteractable()
        {
            bool allowed = true;
            bool reached = false;
            for (Transform at = transform; at != null && !reached; at = at.parent)
            {
                foreach (CanvasGroup group in at.GetComponents<CanvasGroup>())
                {
                    allowed &= !group.enabled || group.interactable;
                    reached |= group.ignoreParentGroups;
                }
            }
            return allowed && m_Interactable;
        }

        /// <summary>Selects a neighbour; only neighbours that the navigation names are imitated.</summary>
        public virtual void OnMove(AxisEventData eventData)
        {
            Selectable next = m_Navigation.mode != Navigation.Mode.Explicit ? null
                : eventData.moveDir == MoveDirection.Left ? m_Navigation.selectOnLeft
                : eventData.moveDir == MoveDirection.Right ? m_Navigation.selectOnRight
                : eventData.moveDir == MoveDirection.Up ? m_Navigation.selectOnUp
                : eventData.moveDir == MoveDirection.Down ? m_Navigation.selectOnDown : null;
            if (m_Navigation.mode != Navigation.Mode.Explicit && m_Navigation.mode != Navigation.Mode.None)
            {
                throw new System.NotSupportedException("the editor double does not imitate moves of the selection by place, only those of Navigation.Mode.Explicit");
            }
            if (next != null && next.IsActive())
            {
                eventData.selectedObject = next.gameObject;
            }
        }

        public virtual void OnPointerDown(PointerEventData eventData)
        {
            if (eventData.button != PointerEventData.InputButton.Left)
            {
                return;
            }
            if (IsInteractable() && m_Navigation.mode != Navigation.Mode.None && EventSystem.current != null)
            {
                EventSystem.current.SetSelectedGameObject(gameObject, eventData);
            }
            isDown = true;
        }

        public virtual void OnPointerUp(PointerEventData eventData)
        {
            isDown &= eventData.button != PointerEventData.InputButton.Left;
        }

        public virtual void OnPointerEnter(PointerEventData eventData)
        {
            isInside = true;
        }

        public virtual void OnPointerExit(PointerEventData eventData)
        {
            isInside = false;
        }

        public virtual void OnSelect(BaseEventData eventData)
        {
        }

        public virtual void OnDeselect(BaseEventData eventData)
        {
        }

        public virtual void Select()
        {
            if (EventSystem.current != null && !EventSystem.current.alreadySelecting)
            {
                EventSystem.current.SetSelectedGameObject(gameObject);
            }
        }

        protected bool IsPressed()
        {
            return IsActive() && IsInteractable() && isDown;
        }

        protected bool IsHighlighted()
        {
            return IsActive() && IsInteractable() && isInside && !isDown;
        }

        protected override void OnDisable()
        {
            isDown = false;
            isInside = false;
            base.OnDisable();
        }

        /// <summary>Whether a click or a submit does something.</summary>
        internal bool Takes(PointerEventData click)
        {
            return (click == null || click.button == PointerEventData.InputButton.Left) && IsActive() && IsInteractable();
        }
    }
}
