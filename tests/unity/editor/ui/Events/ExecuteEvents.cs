using System;
using System.Collections.Generic;

namespace UnityEngine.EventSystems
{
    /// <summary>Sends events to the components of game objects.</summary>
    // Follows com.unity.ugui 1.0.0, EventSystem/ExecuteEvents.cs: which components receive an event, and that exceptions are logged.
    public static partial class ExecuteEvents
    {
        public delegate void EventFunction<T1>(T1 handler, BaseEventData eventData);

        public static T ValidateEventData<T>(BaseEventData data) where T : class
        {
            T given = data as T;
            if (given == null)
            {
                throw new ArgumentException(string.Format("Invalid type: {0} passed to event expecting {1}", data == null ? null : data.GetType(), typeof(T)));
            }
            return given;
        }

        /// <summary>Calls all enabled components of an active object that have the interface; false if there are none.</summary>
        public static bool Execute<T>(GameObject target, BaseEventData eventData, EventFunction<T> functor) where T : IEventSystemHandler
        {
            List<T> handlers = Handlers<T>(target);
            foreach (T handler in handlers)
            {
                try
                {
                    functor(handler, eventData);
                }
                catch (Exception error)
                {
                    Debug.LogException(error);
                }
            }
            return handlers.Count > 0;
        }

        /// <summary>Calls the nearest object upwards that handles the event, and returns it; null if none does.</summary>
        public static GameObject ExecuteHierarchy<T>(GameObject root, BaseEventData eventData, EventFunction<T> callbackFunction) where T : IEventSystemHandler
        {
            List<GameObject> chain = new List<GameObject>();
            for (Transform at = root == null ? null : root.transform; at != null; at = at.parent)
            {
                chain.Add(at.gameObject);
            }
            return chain.Find(one => one != null && Execute(one, eventData, callbackFunction));
        }

        public static bool CanHandleEvent<T>(GameObject go) where T : IEventSystemHandler
        {
            return Handlers<T>(go).Count > 0;
        }

        /// <summary>The object itself or the nearest one above it that can handle the event; null if there is none.</summary>
        public static GameObject GetEventHandler<T>(GameObject root) where T : IEventSystemHandler
        {
            for (Transform at = root == null ? null : root.transform; at != null; at = at.parent)
            {
                if (CanHandleEvent<T>(at.gameObject))
                {
                    return at.gameObject;
                }
            }
            return null;
        }

        private static List<T> Handlers<T>(GameObject of) where T : IEventSystemHandler
        {
            List<T> found = new List<T>();
            if (of != null && of.activeInHierarchy)
            {
                foreach (Component component in of.GetComponents(typeof(Component)))
                {
                    Behaviour behaviour = component as Behaviour;
                    if (component is T && (behaviour == null || behaviour.isActiveAndEnabled))
                    {
                        found.Add((T)(object)component);
                    }
                }
            }
            return found;
        }
    }
}
