using System;
using System.Collections.Generic;
using System.Linq;
using UnityEngine;

namespace UnityDouble
{
    /// <summary>Runs the frames of play mode.</summary>
    // Follows Unity's manual page "Order of execution for event functions" and "Time and Framerate Management".
    public static class PlayerLoop
    {
        /// <summary>Raised at the end of each frame, before coroutines that wait for it go on.</summary>
        public static event Action FrameEnds;

        /// <summary>
        /// One frame: scenes that were requested are loaded, then Start, FixedUpdate, Update, coroutines, LateUpdate, the end of the frame, and the
        /// destruction of objects.
        /// </summary>
        /// <param name="deltaTime">Seconds since the last frame in real time.</param>
        public static void Frame(float deltaTime)
        {
            Advance(deltaTime);
            SceneLoading.Run();
            Start();
            FixedSteps();
            Send("Update");
            Continue(FramePoint.Update);
            Send("LateUpdate");
            Raising.Each(FrameEnds, one => ((Action)one)());
            // Follows the scripting reference, WaitForEndOfFrame: it continues only when the game view is drawn.
            if (Settings.IsViewVisible)
            {
                Continue(FramePoint.EndOfFrame);
            }
            Destruction.Run();
        }

        /// <summary>The begin of play mode: Awake and OnEnable of all scenes, and sceneLoaded for each.</summary>
        public static void Begin()
        {
            Time.Now = 0;
            Time.Unscaled = 0;
            Time.FixedNow = 0;
            Time.LevelStart = 0;
            Time.Frames = 0;
            Time.timeScale = 1F;
            foreach (SceneData scene in World.LoadedScenes())
            {
                LifeCycle.Wake(scene.Roots.ToArray());
                UnityEngine.SceneManagement.SceneManager.RaiseLoaded(scene.Scene, UnityEngine.SceneManagement.LoadSceneMode.Single);
            }
        }

        /// <summary>The end of play mode: OnDisable and OnDestroy of all scripts of saved objects, before the editor half restores the scenes of edit mode.</summary>
        public static void End()
        {
            SceneLoading.Forget();
            Destruction.Forget();
            World.Scenes.FindAll(scene => scene.IsLoaded).ForEach(World.Empty);
            World.ClosePersistentScene();
            Time.timeScale = 1F;
            Time.captureFramerate = 0;
        }

        private static void Advance(float deltaTime)
        {
            float real = Mathf.Max(0F, deltaTime);
            float step = Time.captureDeltaTime > 0F ? Time.captureDeltaTime : Mathf.Min(real, Time.maximumDeltaTime);
            Time.Frames++;
            Time.UnscaledDelta = real;
            Time.Unscaled += real;
            Time.Delta = step * Time.timeScale;
            Time.Now += Time.Delta;
        }

        private static void FixedSteps()
        {
            while (Time.FixedNow + Time.fixedDeltaTime <= Time.Now)
            {
                Time.FixedNow += Time.fixedDeltaTime;
                Time.InFixedStep = true;
                try
                {
                    Send("FixedUpdate");
                    Continue(FramePoint.FixedUpdate);
                }
                finally
                {
                    Time.InFixedStep = false;
                }
                Start();
            }
        }

        private static void Start()
        {
            foreach (MonoBehaviour script in Active())
            {
                if ((script.m_Stage & Stage.Started) == 0 && script.m_Alive && script.isActiveAndEnabled)
                {
                    script.m_Stage |= Stage.Started;
                    Messages.Send(script, "Start");
                }
            }
        }

        private static void Send(string message)
        {
            foreach (MonoBehaviour script in Active())
            {
                if (script.m_Alive && script.isActiveAndEnabled && (script.m_Stage & Stage.Started) != 0)
                {
                    Messages.Send(script, message);
                }
            }
        }

        private static void Continue(FramePoint point)
        {
            foreach (MonoBehaviour script in World.All.OfType<MonoBehaviour>())
            {
                if (script.m_Coroutines != null && script.m_Alive)
                {
                    script.m_Coroutines.Continue(point);
                }
            }
        }

        private static List<MonoBehaviour> Active()
        {
            IEnumerable<GameObject> objects = World.LoadedScenes().SelectMany(scene => scene.AllObjects());
            return LifeCycle.Scripts(objects).FindAll(script => (script.m_Stage & Stage.Enabled) != 0 && script.isActiveAndEnabled);
        }
    }
}
