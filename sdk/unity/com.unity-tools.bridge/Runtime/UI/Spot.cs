using UnityEngine;

namespace UnityTools.Bridge
{
    /// <summary>Where a gesture goes: a point of the screen, and the object that was meant by it, where one was named.</summary>
    internal struct Spot
    {
        /// <summary>Pixels, y up.</summary>
        internal Vector2 Point;

        /// <summary>Null for a point alone.</summary>
        internal GameObject Object;

        /// <exception cref="Failure">Where the object is gone or has no place on the screen.</exception>
        internal static Spot Read(Arguments given, ObjectTable objects)
        {
            if (given.Has("screen"))
            {
                return new Spot { Point = given.Pair("screen") };
            }
            GameObject named = objects.Find(given.Text("object"));
            if (!named.activeInHierarchy)
            {
                throw new Failure("conflict", "`" + named.name + "` is not active, so it takes no input") { Hint = "activate it first, or aim at what shows" };
            }
            RectTransform rect = named.transform as RectTransform;
            Canvas canvas = named.GetComponentInParent<Canvas>();
            if (rect == null || canvas == null)
            {
                throw Failure.Argument("`" + named.name + "` is no part of a canvas: it has no rectangle on the screen");
            }
            canvas = canvas.rootCanvas;
            Camera looking = canvas.renderMode == RenderMode.ScreenSpaceOverlay ? null : canvas.worldCamera;
            Vector3 middle = rect.TransformPoint(rect.rect.center);
            return new Spot { Point = RectTransformUtility.WorldToScreenPoint(looking, middle), Object = named };
        }
    }
}
