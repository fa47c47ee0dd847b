#if UNITY_EDITOR
using System;
using System.Collections.Generic;
using UnityEngine;
using UnityEngine.EventSystems;
using UnityEngine.UI;

namespace UnityTools.Bridge
{
    /// <summary>
    /// The graphics under a point in edit mode. The event system and its raycasters do not run then, so this finds the
    /// graphics that they would meet in play mode.
    /// </summary>
    internal static class EditCanvases
    {
        /// <summary>Top-most first.</summary>
        internal static List<RaycastResult> Hits(List<GameObject> roots, Vector2 point, GameScreen screen)
        {
            // The depth of a graphic is known when its canvas is laid out.
            Canvas.ForceUpdateCanvases();
            List<RaycastResult> hits = new List<RaycastResult>();
            foreach (GameObject root in roots)
            {
                foreach (GraphicRaycaster caster in root.GetComponentsInChildren<GraphicRaycaster>())
                {
                    Canvas canvas = caster.GetComponent<Canvas>();
                    if (caster.isActiveAndEnabled && canvas != null && canvas.isActiveAndEnabled)
                    {
                        Camera camera = caster.eventCamera;
                        using (camera == null ? null : screen.Frame(camera))
                        {
                            Add(hits, caster, canvas, camera, point);
                        }
                    }
                }
            }
            hits.Sort(Order);
            return hits;
        }

        private static void Add(List<RaycastResult> hits, GraphicRaycaster caster, Canvas canvas, Camera camera, Vector2 point)
        {
            foreach (Graphic graphic in canvas.GetComponentsInChildren<Graphic>())
            {
                bool takesRays = graphic.canvas == canvas && graphic.raycastTarget && graphic.depth >= 0 && !graphic.canvasRenderer.cull;
                if (!takesRays || (caster.ignoreReversedGraphics && IsReversed(graphic.transform, camera)))
                {
                    continue;
                }
                if (RectTransformUtility.RectangleContainsScreenPoint(graphic.rectTransform, point, camera) && graphic.Raycast(point, camera))
                {
                    hits.Add(new RaycastResult
                    {
                        gameObject = graphic.gameObject,
                        module = caster,
                        depth = graphic.depth,
                        index = hits.Count,
                        sortingLayer = canvas.sortingLayerID,
                        sortingOrder = canvas.sortingOrder
                    });
                }
            }
        }

        private static bool IsReversed(Transform at, Camera camera)
        {
            return Vector3.Dot(at.forward, camera == null ? Vector3.forward : at.position - camera.transform.position) < 0;
        }

        /// <summary>The order of the event system: what is drawn last comes first.</summary>
        private static int Order(RaycastResult one, RaycastResult other)
        {
            Camera first = one.module.eventCamera;
            Camera second = other.module.eventCamera;
            bool isSameRoot = Root(one) == Root(other);
            int[] steps =
            {
                first == null || second == null ? 0 : second.depth.CompareTo(first.depth),
                other.module.sortOrderPriority.CompareTo(one.module.sortOrderPriority),
                other.module.renderOrderPriority.CompareTo(one.module.renderOrderPriority),
                SortingLayer.GetLayerValueFromID(other.sortingLayer).CompareTo(SortingLayer.GetLayerValueFromID(one.sortingLayer)),
                other.sortingOrder.CompareTo(one.sortingOrder),
                isSameRoot ? other.depth.CompareTo(one.depth) : 0,
                one.index.CompareTo(other.index)
            };
            return Array.Find(steps, step => step != 0);
        }

        private static Canvas Root(RaycastResult hit)
        {
            return hit.module.GetComponent<Canvas>().rootCanvas;
        }
    }
}
#endif
