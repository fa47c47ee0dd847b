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

        public override int renderOrderPriority
        {
            get
            {
                Canvas canvas = GetComponent<Canvas>();
                return canvas.renderMode == RenderMode.ScreenSpaceOverlay ? canvas.rootCanvas.renderOrder : base.renderOrderPriority;
            }
        }

        /// <summary>Adds the graphics of the canvas at the point, the top-most first.</summary>
        public override void Raycast(PointerEventData eventData, List<RaycastResult> resultAppendList)
        {
            if (m_BlockingObjects != BlockingObjects.None)
            {
                throw new NotSupportedException("the editor double does not imitate objects that block rays on a canvas");
            }
            Canvas canvas = GetComponent<Canvas>();
            Camera camera = eventCamera;
            List<Graphic> hits = new List<Graphic>();
            foreach (Graphic graphic in canvas.GetComponentsInChildren<Graphic>())
            {
                bool isOwn = graphic.canvas == canvas && graphic.raycastTarget && !graphic.canvasRenderer.cull;
                if (isOwn && RectTransformUtility.RectangleContainsScreenPoint(graphic.rectTransform, eventData.position, camera, graphic.raycastPadding)
                    && graphic.Raycast(eventData.position, camera))
                {
                    hits.Insert(0, graphic);
                }
            }
            foreach (Graphic graphic in hits)
            {
                resultAppendList.Add(new RaycastResult
                {
                    gameObject = graphic.gameObject,
                    module = this,
                    depth = graphic.depth,
                    index = resultAppendList.Count,
                    sortingLayer = canvas.sortingLayerID,
                    sortingOrder = canvas.sortingOrder,
                    screenPosition = eventData.position
                });
            }
        }
    }
}
