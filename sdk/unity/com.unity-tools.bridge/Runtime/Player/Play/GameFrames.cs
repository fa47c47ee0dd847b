#if UNITY_EDITOR
using System;
using UnityEngine;

namespace UnityTools.Bridge
{
    /// <summary>
    /// Reports each frame of play mode to the bridge of an editor. It is in this assembly because Unity adds no behaviour of
    /// an editor assembly to an object.
    /// </summary>
    [AddComponentMenu("")]
    internal sealed class GameFrames : MonoBehaviour
    {
        private Action began;
        private Action ended;

        internal static GameFrames Create(Action began, Action ended)
        {
            RemoveOld();
            GameObject hidden = new GameObject("Unity Tools frames") { hideFlags = HideFlags.HideAndDontSave };
            DontDestroyOnLoad(hidden);
            GameFrames frames = hidden.AddComponent<GameFrames>();
            frames.began = began;
            frames.ended = ended;
            return frames;
        }

        internal void Remove()
        {
            began = null;
            ended = null;
            DestroyImmediate(gameObject);
        }

        /// <summary>Hidden objects survive a domain load and the end of play mode, but not what they report to.</summary>
        private static void RemoveOld()
        {
            foreach (GameFrames old in Resources.FindObjectsOfTypeAll<GameFrames>())
            {
                DestroyImmediate(old.gameObject);
            }
        }

        private void Update()
        {
            if (began != null)
            {
                began();
            }
        }

        private void LateUpdate()
        {
            if (ended != null)
            {
                ended();
            }
        }
    }
}
#endif
