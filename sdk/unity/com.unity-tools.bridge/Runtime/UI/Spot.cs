using UnityEngine;

namespace UnityTools.Bridge
{
    /// <summary>The target of a gesture: a point of the screen, and the object if the call names one.</summary>
    internal struct Spot
    {
        /// <summary>Pixels, y up.</summary>
        internal Vector2 Point;

        /// <summary>Null if only a point is given.</summary>
        internal GameObject Object;

        /// <exception cref="Failure">The object is gone or has no position on the screen.</exception>
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
