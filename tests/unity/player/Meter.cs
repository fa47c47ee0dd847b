using System;
using System.Diagnostics;
using System.Reflection;
using UnityEngine;

namespace Game
{
    /// <summary>
    /// Measures, once, what the bridge does in a frame without a call: its own turns, many times over, on this thread.
    /// </summary>
    public class Meter : MonoBehaviour
    {
        private const int Frames = 100000;

        private bool over;

        private void Update()
        {
            if (over)
            {
                return;
            }
            over = true;
            Component bridge = GameObject.Find("Unity Tools Bridge").GetComponents<MonoBehaviour>()[0];
            Action update = Turn(bridge, "Update");
            Action late = Turn(bridge, "LateUpdate");
            Run(update, late, 1000);
            GC.Collect();
            int collected = GC.CollectionCount(0);
            long bytes = GC.GetTotalMemory(false);
            long begun = Stopwatch.GetTimestamp();
            Run(update, late, Frames);
            double nanoseconds = (Stopwatch.GetTimestamp() - begun) * 1e9 / Stopwatch.Frequency;
            bytes = GC.GetTotalMemory(false) - bytes;
            collected = GC.CollectionCount(0) - collected;
            UnityEngine.Debug.Log("measured " + Frames + " frames, " + (long)nanoseconds + " ns, " + bytes + " bytes, " + collected + " collections.");
        }

        private static Action Turn(Component bridge, string name)
        {
            MethodInfo method = bridge.GetType().GetMethod(name, BindingFlags.Instance | BindingFlags.NonPublic);
            return (Action)Delegate.CreateDelegate(typeof(Action), bridge, method);
        }

        private static void Run(Action update, Action late, int frames)
        {
            for (int frame = 0; frame < frames; frame++)
            {
                update();
                late();
            }
        }
    }
}
