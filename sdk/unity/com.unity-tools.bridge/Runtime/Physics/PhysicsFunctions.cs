using System.Collections.Generic;
using UnityEngine;
using UnityEngine.Scripting;

namespace UnityTools.Bridge
{
    /// <summary>`pick`: the colliders that a ray hits, by the physics of the game.</summary>
    [Preserve]
    internal static class PhysicsFunctions
    {
        private const int MostHits = 500;

        [Preserve]
        internal static void AddTo(Functions functions, ObjectTable objects, SceneTable scenes, GameScreen screen)
        {
            functions.Add("pick/pick-world", (asked, value) => Pick(asked, value, objects, scenes, screen));
        }

        private static void Pick(CallJob asked, JsonWriter value, ObjectTable objects, SceneTable scenes, GameScreen screen)
        {
            Arguments args = new Arguments(asked);
            Arguments aim = args.Inner("aim");
            Viewer viewer = Viewer.Read(args.Inner("viewer"), objects, scenes);
            List<RaycastHit> hits = new List<RaycastHit>();
            Camera camera = null;
            if (aim.Has("ray"))
            {
                Arguments ray = aim.Inner("ray");
                Vector3 direction = ray.Vector("direction");
                if (direction == Vector3.zero)
                {
                    throw Failure.Argument("`direction` is nowhere: one of its numbers must not be 0");
                }
                hits = Met(new Ray(ray.Vector("origin"), direction), viewer);
            }
            else if (!aim.Has("screen"))
            {
                throw Failure.Unsupported("only aims by screen and by ray are known here");
            }
            else if (viewer.Camera == null)
            {
                asked.Note("there is no active camera, so no object is under a point of the screen");
            }
            else
            {
                camera = viewer.Camera;
                Ray ray;
                using (screen.Frame(camera))
                {
                    ray = camera.ScreenPointToRay(Viewer.Point(aim.Inner("screen"), screen));
                }
                hits = Met(ray, viewer);
            }
            value.Object().Name("reply").Text("picked").Name("value").Object().Name("hits").List();
            for (int at = 0; at < hits.Count && at < MostHits; at++)
            {
                Hit(value, hits[at], objects);
            }
            value.EndList().Name("total").Count(hits.Count).Name("not-tested").List().EndList().Name("not-tested-total").Count(0);
            value.Name("camera").TextOrNull(camera == null ? null : objects.Id(camera.gameObject));
            value.Name("screen").List().Count(screen.Width).Count(screen.Height).EndList().EndObject().EndObject();
        }

        /// <summary>Nearest first, with the game's settings for triggers and back faces.</summary>
        private static List<RaycastHit> Met(Ray ray, Viewer viewer)
        {
            // Colliders of objects that moved since the last physics step are still at their old position until this
            // call.
            UnityEngine.Physics.SyncTransforms();
            List<RaycastHit> hits = new List<RaycastHit>(UnityEngine.Physics.RaycastAll(ray, Mathf.Infinity));
            hits.RemoveAll(hit => !viewer.LooksAt(hit.collider.gameObject));
            hits.Sort((a, b) => a.distance.CompareTo(b.distance));
            return hits;
        }

        private static void Hit(JsonWriter value, RaycastHit hit, ObjectTable objects)
        {
            GameObject one = hit.collider.gameObject;
            value.Object().Name("object").Text(objects.Id(one)).Name("name").Text(one.name);
            value.Name("path").Text(Hierarchy.Path(one.transform));
            value.Name("unique-path").Text(Hierarchy.UniquePath(one.transform, SceneTable.Roots(one.scene)));
            value.Name("file").Text(one.scene.path ?? "").Name("distance").Number(hit.distance);
            value.Name("position").List().Number(hit.point.x).Number(hit.point.y).Number(hit.point.z).EndList();
            value.Name("collider").Text(hit.collider.GetType().FullName).Name("approximate").Null().EndObject();
        }
    }
}
