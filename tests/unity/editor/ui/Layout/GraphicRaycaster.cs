using System;
using System.Collections.Generic;
using UnityEngine.EventSystems;

namespace UnityEngine.UI
{
    /// <summary>Finds graphics at a point of the screen.</summary>
    // Follows com.unity.ugui 1.0.0, UI/Core/GraphicRaycaster.cs: members and serialized fields.
    [AddComponentMenu("Event/Graphic Raycaster")]
    [RequireComponent(typeof(Canvas))]
    public class GraphicRaycaster : BaseRaycaster
    {
        [SerializeField]
        private bool m_IgnoreReversedGraphics = true;

        [SerializeField]
        private BlockingObjects m_BlockingObjects = BlockingObjects.None;

        [SerializeField]
        private LayerMask m_BlockingMask = -1;

        public bool ignoreReversedGraphics
        {
            get { return m_IgnoreReversedGraphics; }
            set { m_IgnoreReversedGraphics = value; }
        }

        public BlockingObjects blockingObjects
        {
            get { return m_BlockingObjects; }
            set { m_BlockingObjects = value; }
        }

        public LayerMask blockingMask
        {
            get { return m_BlockingMask; }
            set { m_BlockingMask = value; }
        }

        public enum BlockingObjects
        {
            None = 0,
            TwoD = 1,
            ThreeD = 2,
            All = 3
        }

        /// <summary>The camera of the canvas; null if the canvas lies on the screen.</summary>
        public override Camera eventCamera
        {
            get
            {
                Canvas canvas = GetComponent<Canvas>();
                bool onScreen = canvas.renderMode == RenderMode.ScreenSpaceOverlay || (canvas.renderMode == RenderMode.ScreenSpaceCamera && canvas.worldCamera == null);
                return onScreen ? null : canvas.worldCamera != null ? canvas.worldCamera : Camera.main;
            }
        }

        public override int sortOrderPriority
        {
            get
            {
                Canvas canvas = GetComponent<Canvas>();
                return canvas.renderMode == RenderMode.ScreenSpaceOverlay ? canvas.sortingOrder : base.sortOrderPriority;
            }
        }

        public override void Raycast(PointerEventData eventData, List<RaycastResult> resultAppendList)
        {
            throw new NotSupportedException("the editor double does not imitate rays on a canvas: it does not fit canvases to the screen");
        }
    }
}
