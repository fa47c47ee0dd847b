using System;
using System.Collections.Generic;
using UnityEngine;
using UnityEngine.EventSystems;

namespace UnityTools.Bridge
{
    /// <summary>
    /// One pointer from press to release, driven in the same way as by Unity's input module. It records the handlers
    /// that it calls.
    /// </summary>
    internal sealed class Touch
    {
        /// <summary>Moves of one drag.</summary>
        internal const int Parts = 4;

        private const int MostInFront = 50;

        private readonly EventSystem system;
        private readonly ObjectTable objects;
        private readonly PointerEventData pointer;
        private readonly List<string> handlers = new List<string>();
        private readonly List<GameObject> inFront = new List<GameObject>();
        private Vector2 from;
        private GameObject top;
        private GameObject took;
        private GameObject named;

        internal Touch(EventSystem system, ObjectTable objects)
        {
            this.system = system;
            this.objects = objects;
            pointer = new PointerEventData(system) { button = PointerEventData.InputButton.Left, pointerId = -1, useDragThreshold = false };
        }

        /// <summary>
        /// Finds the objects at the point. If the call names an object, the objects that cover it are in front, and
        /// take the gesture.
        /// </summary>
        internal void Aim(Spot spot)
        {
            from = spot.Point;
            pointer.position = pointer.pressPosition = spot.Point;
            List<RaycastResult> hits = Hits();
            named = spot.Object;
            top = hits.Count == 0 ? null : hits[0].gameObject;
            if (top != null)
            {
                pointer.pointerCurrentRaycast = pointer.pointerPressRaycast = hits[0];
            }
            if (named != null)
            {
                foreach (RaycastResult hit in hits)
                {
                    // A child that does not handle the pointer, such as the text of a button, counts as part of its
                    // parent.
                    Transform met = hit.gameObject.transform;
                    if (met.IsChildOf(named.transform) || named.transform.IsChildOf(met))
                    {
                        break;
                    }
                    inFront.Add(hit.gameObject);
                }
            }
        }

        internal void Press()
        {
            Run<IPointerEnterHandler>(Handling<IPointerEnterHandler>(top), ExecuteEvents.pointerEnterHandler, "OnPointerEnter");
            pointer.pointerEnter = top;
            GameObject pressed = Run<IPointerDownHandler>(Handling<IPointerDownHandler>(top), ExecuteEvents.pointerDownHandler, "OnPointerDown");
            pointer.eligibleForClick = true;
            pointer.clickCount = 1;
            pointer.clickTime = Time.unscaledTime;
            pointer.rawPointerPress = top;
            pointer.pointerPress = pressed ?? Handling<IPointerClickHandler>(top);
            pointer.pointerDrag = Handling<IDragHandler>(top);
            if (pointer.pointerDrag != null)
            {
                Run<IInitializePotentialDragHandler>(pointer.pointerDrag, ExecuteEvents.initializePotentialDrag, "OnInitializePotentialDrag");
            }
            took = pressed;
        }

        internal void Release(bool clicks)
        {
            if (pointer.pointerPress != null)
            {
                Run<IPointerUpHandler>(pointer.pointerPress, ExecuteEvents.pointerUpHandler, "OnPointerUp");
            }
            GameObject clicked = Handling<IPointerClickHandler>(top);
            if (clicks && clicked != null && clicked == pointer.pointerPress)
            {
                Run<IPointerClickHandler>(clicked, ExecuteEvents.pointerClickHandler, "OnPointerClick");
                took = clicked;
            }
            pointer.eligibleForClick = false;
            pointer.pointerPress = null;
            Run<IPointerExitHandler>(Handling<IPointerExitHandler>(top), ExecuteEvents.pointerExitHandler, "OnPointerExit");
        }

        internal void BeginDrag()
        {
            if (pointer.pointerDrag == null)
            {
                return;
            }
            pointer.dragging = true;
            Run<IBeginDragHandler>(pointer.pointerDrag, ExecuteEvents.beginDragHandler, "OnBeginDrag");
            took = pointer.pointerDrag;
        }

        internal void DragTo(Vector2 to, int part)
        {
            Vector2 next = Vector2.Lerp(from, to, part / (float)Parts);
            pointer.delta = next - pointer.position;
            pointer.position = next;
            List<RaycastResult> hits = Hits();
            pointer.pointerCurrentRaycast = hits.Count == 0 ? new RaycastResult() : hits[0];
            if (pointer.pointerDrag != null)
            {
                Run<IDragHandler>(pointer.pointerDrag, ExecuteEvents.dragHandler, "OnDrag");
            }
        }

        internal void Drop()
        {
            GameObject over = Handling<IDropHandler>(pointer.pointerCurrentRaycast.gameObject);
            if (pointer.pointerDrag != null)
            {
                Run<IDropHandler>(over, ExecuteEvents.dropHandler, "OnDrop");
            }
            Release(false);
            if (pointer.pointerDrag != null)
            {
                Run<IEndDragHandler>(pointer.pointerDrag, ExecuteEvents.endDragHandler, "OnEndDrag");
            }
            pointer.dragging = false;
        }

        internal void Scroll(Vector2 by)
        {
            pointer.scrollDelta = by;
            took = Run<IScrollHandler>(Handling<IScrollHandler>(top), ExecuteEvents.scrollHandler, "OnScroll");
        }

        /// <summary>
        /// Submits to the named object, otherwise to the object at the point, because a player would have selected it.
        /// </summary>
        internal void Submit(Spot spot)
        {
            if (spot.Object == null)
            {
                Aim(spot);
            }
            GameObject submits = Handling<ISubmitHandler>(spot.Object ?? top);
            if (submits != null)
            {
                BaseEventData data = new BaseEventData(system);
                system.SetSelectedGameObject(submits, data);
                took = Run<ISubmitHandler>(submits, data, ExecuteEvents.submitHandler, "OnSubmit");
            }
        }

        internal void Write(CallJob asked, JsonWriter value)
        {
            if (took == null)
            {
                asked.Note(top == null && named == null ? "nothing of the UI is there" : "nothing there takes this gesture");
            }
            else if (inFront.Count > 0)
            {
                asked.Note("`" + named.name + "` is covered: what lies in front of it took the gesture");
            }
            value.Object().Name("reply").Text("touched").Name("value").Object();
            value.Name("object").TextOrNull(took == null ? null : objects.Id(took)).Name("in-front").List();
            for (int at = 0; at < inFront.Count && at < MostInFront; at++)
            {
                // An object that a handler destroyed has no id any more.
                if (inFront[at] != null)
                {
                    value.Text(objects.Id(inFront[at]));
                }
            }
            value.EndList().Name("handlers").List();
            foreach (string handler in handlers)
            {
                value.Text(handler);
            }
            value.EndList().EndObject().EndObject();
        }

        private List<RaycastResult> Hits()
        {
            List<RaycastResult> hits = new List<RaycastResult>();
            system.RaycastAll(pointer, hits);
            return hits;
        }

        /// <summary>The nearest object, from this one upwards, that handles such events; null if absent.</summary>
        private static GameObject Handling<T>(GameObject at)
            where T : IEventSystemHandler
        {
            return at == null ? null : ExecuteEvents.GetEventHandler<T>(at);
        }

        private GameObject Run<T>(GameObject on, ExecuteEvents.EventFunction<T> function, string method)
            where T : IEventSystemHandler
        {
            return Run(on, pointer, function, method);
        }

        /// <summary>Runs all handlers of an object and records their names. Returns null if no handler ran.</summary>
        private GameObject Run<T>(GameObject on, BaseEventData data, ExecuteEvents.EventFunction<T> function, string method)
            where T : IEventSystemHandler
        {
            if (on == null)
            {
                return null;
            }
            foreach (Component component in on.GetComponents(typeof(T)))
            {
                Behaviour behaviour = component as Behaviour;
                if (behaviour == null || behaviour.isActiveAndEnabled)
                {
                    handlers.Add(component.GetType().FullName + "." + method);
                }
            }
            return ExecuteEvents.Execute(on, data, function) ? on : null;
        }
    }
}
