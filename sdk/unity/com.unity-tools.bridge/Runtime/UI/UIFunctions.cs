using System.Collections.Generic;
using UnityEngine;
using UnityEngine.EventSystems;
using UnityEngine.Scripting;

namespace UnityTools.Bridge
{
    /// <summary>The functions that need canvases: `pick` through them, and gestures.</summary>
    [Preserve]
    internal static class UIFunctions
    {
        private const int MostHits = 500;

        [Preserve]
        internal static void AddTo(Functions functions, ObjectTable objects, SceneTable scenes, GameScreen screen)
        {
            functions.Add("pick/pick-ui", (asked, value) => Pick(asked, value, objects, scenes, screen));
            new Gestures(objects).AddTo(functions);
        }

        private static void Pick(CallJob asked, JsonWriter value, ObjectTable objects, SceneTable scenes, GameScreen screen)
        {
            Arguments args = new Arguments(asked);
            Viewer viewer = Viewer.Read(args.Inner("viewer"), objects, scenes);
            Vector2 point = Viewer.Point(args.Inner("at"), screen);
            List<RaycastResult> hits = screen.IsPlaying ? Met(asked, viewer, point) : Seen(asked, viewer, point, scenes, screen);
            value.Object().Name("reply").Text("picked").Name("value").Object().Name("hits").List();
            for (int at = 0; at < hits.Count && at < MostHits; at++)
            {
                Hit(value, hits[at], point, objects, screen);
            }
            value.EndList().Name("total").Count(hits.Count).Name("not-tested").List().EndList().Name("not-tested-total").Count(0);
            value.Name("camera").TextOrNull(viewer.Camera == null ? null : objects.Id(viewer.Camera.gameObject));
            value.Name("screen").List().Count(screen.Width).Count(screen.Height).EndList().EndObject().EndObject();
        }

        private static List<RaycastResult> Met(CallJob asked, Viewer viewer, Vector2 point)
        {
            List<RaycastResult> hits = new List<RaycastResult>();
            EventSystem system = EventSystem.current;
            if (system == null)
            {
                asked.Note("no EventSystem is active, so nothing of the UI can be met");
                return hits;
            }
            system.RaycastAll(new PointerEventData(system) { position = point }, hits);
            // Other raycasters of the event system hit colliders.
            hits.RemoveAll(hit => !(hit.module is UnityEngine.UI.GraphicRaycaster) || !viewer.LooksAt(hit.gameObject));
            return hits;
        }

        private static List<RaycastResult> Seen(CallJob asked, Viewer viewer, Vector2 point, SceneTable scenes, GameScreen screen)
        {
#if UNITY_EDITOR
            asked.Note("the editor is in edit mode, so the event system does not run: these are the graphics that it would meet");
            List<GameObject> roots = new List<GameObject>();
            scenes.Loaded().ForEach(scene => roots.AddRange(SceneTable.Roots(scene)));
            return EditCanvases.Hits(roots.FindAll(viewer.LooksAt), point, screen);
#else
            return new List<RaycastResult>();
#endif
        }

        private static void Hit(JsonWriter value, RaycastResult hit, Vector2 point, ObjectTable objects, GameScreen screen)
        {
            GameObject one = hit.gameObject;
            Vector3 at = Place(one.transform, hit.module.eventCamera, point, screen);
            value.Object().Name("object").Text(objects.Id(one)).Name("name").Text(one.name);
            value.Name("path").Text(Hierarchy.Path(one.transform));
            value.Name("unique-path").Text(Hierarchy.UniquePath(one.transform, SceneTable.Roots(one.scene)));
            value.Name("file").Text(SceneTable.File(one.scene)).Name("distance").Count(0);
            value.Name("position").List().Number(at.x).Number(at.y).Number(at.z).EndList();
            value.Name("collider").Null().Name("approximate").Null().EndObject();
        }

        /// <summary>
        /// The position at which a point of the screen meets a canvas; for a canvas in screen space, in pixels.
        /// </summary>
        private static Vector3 Place(Transform at, Camera camera, Vector2 point, GameScreen screen)
        {
            if (camera == null)
            {
                return point;
            }
            Ray ray;
            using (screen.Frame(camera))
            {
                ray = camera.ScreenPointToRay(point);
            }
            return ray.GetPoint(Vector3.Dot(at.forward, at.position - ray.origin) / Vector3.Dot(at.forward, ray.direction));
        }
    }
}
