using System.Collections.Generic;

namespace UnityEngine.EventSystems
{
    // Follows com.unity.ugui 1.0.0, EventSystem/EventData: members.
    public abstract class AbstractEventData
    {
        private bool isUsed;

        public virtual bool used
        {
            get { return isUsed; }
        }

        public virtual void Reset()
        {
            isUsed = false;
        }

        public virtual void Use()
        {
            isUsed = true;
        }
    }

    /// <summary>An event of the user interface.</summary>
    public class BaseEventData : AbstractEventData
    {
        private readonly EventSystem system;

        public BaseEventData(EventSystem eventSystem)
        {
            system = eventSystem;
        }

        public GameObject selectedObject
        {
            get { return system.currentSelectedGameObject; }
            set { system.SetSelectedGameObject(value, this); }
        }
    }

    public enum MoveDirection
    {
        Left,
        Up,
        Right,
        Down,
        None
    }

    /// <summary>A move of the selection.</summary>
    public class AxisEventData : BaseEventData
    {
        public AxisEventData(EventSystem eventSystem) : base(eventSystem)
        {
            moveDir = MoveDirection.None;
        }

        public Vector2 moveVector { get; set; }

        public MoveDirection moveDir { get; set; }
    }

    /// <summary>An event of the mouse or of a finger.</summary>
    public class PointerEventData : BaseEventData
    {
        public List<GameObject> hovered = new List<GameObject>();

        private GameObject press;

        public PointerEventData(EventSystem eventSystem) : base(eventSystem)
        {
            eligibleForClick = false;
            pointerId = -1;
            useDragThreshold = true;
            button = InputButton.Left;
        }

        public enum InputButton
        {
            Left = 0,
            Right = 1,
            Middle = 2
        }

        public enum FramePressState
        {
            Pressed,
            Released,
            PressedAndReleased,
            NotChanged
        }

        public GameObject pointerEnter { get; set; }

        public GameObject rawPointerPress { get; set; }

        public GameObject pointerDrag { get; set; }

        public GameObject pointerClick { get; set; }

        public RaycastResult pointerCurrentRaycast { get; set; }

        public RaycastResult pointerPressRaycast { get; set; }

        public bool eligibleForClick { get; set; }

        public int pointerId { get; set; }

        public Vector2 position { get; set; }

        public Vector2 delta { get; set; }

        public Vector2 pressPosition { get; set; }

        public float clickTime { get; set; }

        public int clickCount { get; set; }

        public Vector2 scrollDelta { get; set; }

        public bool useDragThreshold { get; set; }

        public bool dragging { get; set; }

        public InputButton button { get; set; }

        public GameObject lastPress { get; private set; }

        public GameObject pointerPress
        {
            get
            {
                return press;
            }

            set
            {
                if (press != value)
                {
                    lastPress = press;
                    press = value;
                }
            }
        }

        public Camera enterEventCamera
        {
            get { return pointerCurrentRaycast.module == null ? null : pointerCurrentRaycast.module.eventCamera; }
        }

        public Camera pressEventCamera
        {
            get { return pointerPressRaycast.module == null ? null : pointerPressRaycast.module.eventCamera; }
        }

        public bool IsPointerMoving()
        {
            return delta.sqrMagnitude > 0F;
        }

        public bool IsScrolling()
        {
            return scrollDelta.sqrMagnitude > 0F;
        }
    }

    /// <summary>What a ray of a raycaster met.</summary>
    // Follows com.unity.ugui 1.0.0, EventSystem/RaycastResult.cs: members.
    public struct RaycastResult
    {
        public BaseRaycaster module;
        public float distance;
        public float index;
        public int depth;
        public int sortingLayer;
        public int sortingOrder;
        public Vector3 worldPosition;
        public Vector3 worldNormal;
        public Vector2 screenPosition;
        public int displayIndex;

        public GameObject gameObject { get; set; }

        public bool isValid
        {
            get { return module != null && gameObject != null; }
        }

        public void Clear()
        {
            this = new RaycastResult();
        }
    }
}
