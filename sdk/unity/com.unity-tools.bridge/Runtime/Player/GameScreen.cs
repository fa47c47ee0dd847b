using System;
using UnityEngine;

namespace UnityTools.Bridge
{
    /// <summary>The screen of the game: the window of a player. An editor has a game view instead.</summary>
    internal class GameScreen
    {
        /// <summary>Whether the game view of an editor is the screen.</summary>
        internal virtual bool IsView
        {
            get { return false; }
        }

        /// <summary>Whether the scripts of the game run. Without them, nothing of the UI takes events.</summary>
        internal virtual bool IsPlaying
        {
            get { return true; }
        }

        /// <summary>The reason why no frame is drawn on it now; null if frames are drawn.</summary>
        internal virtual string Still
        {
            get { return null; }
        }

        /// <summary>In pixels.</summary>
        internal virtual int Width
        {
            get { return Screen.width; }
        }

        /// <summary>In pixels.</summary>
        internal virtual int Height
        {
            get { return Screen.height; }
        }

        /// <summary>The pointer in pixels, y up.</summary>
        /// <exception cref="Failure">Unity does not report it.</exception>
        internal virtual Vector2 Pointer
        {
            get
            {
                try
                {
                    return Input.mousePosition;
                }
                catch (InvalidOperationException error)
                {
                    throw new Failure("unsupported", "this game does not report the position of the pointer: " + error.Message) { Hint = "give `x` and `y`" };
                }
            }
        }

        /// <summary>
        /// Lets the camera look at exactly this screen until the result is disposed; null if it does so anyway.
        /// </summary>
        internal virtual IDisposable Frame(Camera camera)
        {
            return null;
        }
    }
}
