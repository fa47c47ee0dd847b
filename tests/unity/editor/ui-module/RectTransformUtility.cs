namespace UnityEngine
{
    /// <summary>Points of rectangles on the screen.</summary>
    // Follows Modules/UI/ScriptBindings/RectTransformUtility.cs: members.
    public sealed class RectTransformUtility
    {
        private RectTransformUtility()
        {
        }

        public static Vector2 WorldToScreenPoint(Camera cam, Vector3 worldPoint)
        {
            return cam == null ? (Vector2)worldPoint : (Vector2)cam.WorldToScreenPoint(worldPoint);
        }

        public static Ray ScreenPointToRay(Camera cam, Vector2 screenPos)
        {
            return cam != null ? cam.ScreenPointToRay(screenPos) : new Ray(new Vector3(screenPos.x, screenPos.y, -100F), Vector3.forward);
        }

        public static bool ScreenPointToWorldPointInRectangle(RectTransform rect, Vector2 screenPoint, Camera cam, out Vector3 worldPoint)
        {
            Ray ray = ScreenPointToRay(cam, screenPoint);
            Vector3 normal = rect.rotation * Vector3.back;
            float slope = Vector3.Dot(normal, ray.direction);
            float distance = Mathf.Approximately(slope, 0F) ? -1F : Vector3.Dot(normal, rect.position - ray.origin) / slope;
            worldPoint = distance < 0F ? (Vector3)Vector2.zero : ray.GetPoint(distance);
            return distance >= 0F;
        }

        public static bool ScreenPointToLocalPointInRectangle(RectTransform rect, Vector2 screenPoint, Camera cam, out Vector2 localPoint)
        {
            Vector3 world;
            bool met = ScreenPointToWorldPointInRectangle(rect, screenPoint, cam, out world);
            localPoint = met ? (Vector2)rect.InverseTransformPoint(world) : Vector2.zero;
            return met;
        }

        public static bool RectangleContainsScreenPoint(RectTransform rect, Vector2 screenPoint)
        {
            return RectangleContainsScreenPoint(rect, screenPoint, null);
        }

        public static bool RectangleContainsScreenPoint(RectTransform rect, Vector2 screenPoint, Camera cam)
        {
            return RectangleContainsScreenPoint(rect, screenPoint, cam, Vector4.zero);
        }

        /// <param name="offset">How much the rectangle shrinks at the left, bottom, right and top.</param>
        public static bool RectangleContainsScreenPoint(RectTransform rect, Vector2 screenPoint, Camera cam, Vector4 offset)
        {
            Vector2 local;
            Rect area = rect.rect;
            Rect left = new Rect(area.xMin + offset.x, area.yMin + offset.y, area.width - offset.x - offset.z, area.height - offset.y - offset.w);
            return ScreenPointToLocalPointInRectangle(rect, screenPoint, cam, out local) && left.Contains(local);
        }
    }
}
