using System.Collections;
using System.Reflection;
using UnityEngine;

namespace UnityTools.Bridge
{
    /// <summary>
    /// Waits for the end of a frame, the only moment at which the screen is complete, and copies the screen then.
    /// </summary>
    [AddComponentMenu("")]
    internal sealed class FrameEnd : MonoBehaviour
    {
        private MethodInfo capture;
        private Texture2D taken;

        internal bool IsOver { get; private set; }

        internal static FrameEnd Await(MethodInfo capture)
        {
            GameObject hidden = new GameObject("Unity Tools picture") { hideFlags = HideFlags.HideAndDontSave };
            FrameEnd end = hidden.AddComponent<FrameEnd>();
            end.capture = capture;
            end.StartCoroutine(end.Wait());
            return end;
        }

        /// <summary>The copied screen, which the caller destroys; null if the copy failed.</summary>
        internal Texture2D Take()
        {
            Destroy(gameObject);
            return taken;
        }

        private IEnumerator Wait()
        {
            yield return new WaitForEndOfFrame();
            try
            {
                taken = (Texture2D)capture.Invoke(null, null);
            }
            finally
            {
                IsOver = true;
            }
        }
    }
}
