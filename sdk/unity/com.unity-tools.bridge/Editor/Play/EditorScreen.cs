using System;
using UnityEditor;
using UnityEngine;

namespace UnityTools.Bridge
{
    /// <summary>
    /// The game view of an editor. Outside of the frames of a game, Unity's `Screen` and its cameras have the size of
    /// whichever window Unity drew last, so this asks the game view itself.
    /// </summary>
    internal sealed class EditorScreen : GameScreen
    {
        internal override bool IsView
        {
            get { return true; }
        }

        internal override bool IsPlaying
        {
            get { return EditorApplication.isPlaying; }
        }

        internal override string Still
        {
            get { return !EditorApplication.isPlaying ? "the editor is in edit mode" : EditorApplication.isPaused ? "the editor is paused" : null; }
        }

        internal override int Width
        {
            get { return (int)Math.Round(Handles.GetMainGameViewSize().x, MidpointRounding.AwayFromZero); }
        }

        internal override int Height
        {
            get { return (int)Math.Round(Handles.GetMainGameViewSize().y, MidpointRounding.AwayFromZero); }
        }

        internal override Vector2 Pointer
        {
            get
            {
                if (!EditorApplication.isPlaying)
                {
                    throw new Failure("not-ready", "the editor is in edit mode, so no pointer is on the screen of the game")
                    {
                        Hint = "give `x` and `y`, or enter play mode"
                    };
                }
                return base.Pointer;
            }
        }

        internal override IDisposable Frame(Camera camera)
        {
            return Still == null || camera.targetTexture != null ? null : new ViewTarget(camera, Width, Height);
        }

        /// <summary>A target texture that gives the camera the size and the shape of the game view.</summary>
        private sealed class ViewTarget : IDisposable
        {
            private readonly Camera camera;
            private readonly RenderTexture texture;

            internal ViewTarget(Camera camera, int width, int height)
            {
                this.camera = camera;
                texture = RenderTexture.GetTemporary(width, height, 0);
                camera.targetTexture = texture;
            }

            public void Dispose()
            {
                camera.targetTexture = null;
                RenderTexture.ReleaseTemporary(texture);
            }
        }
    }
}
