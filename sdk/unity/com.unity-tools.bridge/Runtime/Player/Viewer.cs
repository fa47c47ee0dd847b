using System;
using UnityEngine;
using UnityEngine.SceneManagement;

namespace UnityTools.Bridge
{
    /// <summary>The camera of a `pick` call, and the only scene that it searches if the call names one.</summary>
    internal struct Viewer
    {
        /// <summary>Null if no camera is active.</summary>
        internal Camera Camera;

        private bool single;
        private Scene scene;

        internal static Viewer Read(Arguments given, ObjectTable objects, SceneTable scenes)
        {
            Viewer viewer = new Viewer { Camera = Camera.main };
            string scene = given.TextIfAny("scene");
            if (scene != null)
            {
                viewer.single = true;
                viewer.scene = scenes.FindLoaded(scene);
                viewer.Camera = Own(viewer.scene);
            }
            string camera = given.TextIfAny("camera");
            if (camera != null)
            {
                viewer.Camera = objects.Find(camera).GetComponent<Camera>();
                if (viewer.Camera == null)
                {
                    throw Failure.Argument("`camera` is " + camera + ", which has no Camera");
                }
            }
            return viewer;
        }

        internal bool LooksAt(GameObject one)
        {
            return !single || one.scene == scene;
        }

        /// <summary>A point of the screen in pixels, y up; without numbers the position of the pointer.</summary>
        internal static Vector2 Point(Arguments given, GameScreen screen)
        {
            bool normalized = given.Bool("normalized");
            if (!given.Has("x") || !given.Has("y"))
            {
                return screen.Pointer;
            }
            Vector2 point = new Vector2((float)given.Number("x"), (float)given.Number("y"));
            return normalized ? new Vector2(point.x * screen.Width, point.y * screen.Height) : point;
        }

        private static Camera Own(Scene scene)
        {
            Camera[] all = Array.FindAll(Camera.allCameras, camera => camera.gameObject.scene == scene);
            Camera main = Array.Find(all, camera => camera.CompareTag("MainCamera"));
            return main != null || all.Length == 0 ? main : all[0];
        }
    }
}
