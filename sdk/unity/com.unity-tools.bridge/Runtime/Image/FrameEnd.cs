using System;
using System.Collections;
using UnityEngine;

namespace UnityTools.Bridge
{
    /// <summary>
    /// Waits for the end of a frame, the only moment at which the screen is complete, and copies the screen then.
    /// </summary>
    [AddComponentMenu("")]
    internal sealed class FrameEnd : MonoBehaviour
    {
        private Func<Texture2D> copy;
        private Texture2D taken;

        internal bool IsOver { get; private set; }

        internal static FrameEnd Await(Func<Texture2D> copy)
        {
            GameObject hidden = new GameObject("Unity Tools picture") { hideFlags = HideFlags.HideAndDontSave };
            FrameEnd end = hidden.AddComponent<FrameEnd>();
            end.copy = copy;
            end.StartCoroutine(end.Wait());
            return end;
        }

        /// <summary>
        /// Ends the wait. Returns the copied screen, which the caller removes; null if there is none, because the copy failed
        /// or no frame ended.
        /// </summary>
        internal static Texture2D Take(FrameEnd end)
        {
            // The game can destroy even hidden objects.
            if (end == null)
            {
                return null;
            }
            Discarded.Remove(end.gameObject);
            return end.taken;
        }

        private IEnumerator Wait()
        {
            yield return new WaitForEndOfFrame();
            try
            {
                taken = copy();
            }
            finally
            {
                IsOver = true;
            }
        }
    }
}
