using System;
using System.Collections.Generic;

namespace UnityDouble
{
    /// <summary>
    /// What the functions of EditorGUILayout draw: a list of texts instead of pixels. The control channel can click
    /// one toggle or button by its label.
    /// </summary>
    internal static class Page
    {
        private static readonly List<string> texts = new List<string>();
        private static string toggled;
        private static int disabled;
        private static bool drawing;

        /// <summary>Draws with the given function; returns the texts, and whether the toggle was found.</summary>
        internal static bool Draw(Action draw, string toggle, out List<string> drawn)
        {
            texts.Clear();
            toggled = toggle;
            disabled = 0;
            drawing = true;
            try
            {
                draw();
            }
            finally
            {
                drawing = false;
            }
            drawn = new List<string>(texts);
            return toggle == null || toggled == null;
        }

        internal static void Text(string text)
        {
            DemandDrawing();
            texts.Add(text);
        }

        internal static bool Toggle(string label, bool value)
        {
            DemandDrawing();
            bool isWanted = toggled == label && disabled == 0;
            if (isWanted)
            {
                toggled = null;
                value = !value;
            }
            texts.Add((value ? "[x] " : "[ ] ") + label + (disabled > 0 ? " (disabled)" : string.Empty));
            return value;
        }

        internal static bool Button(string label)
        {
            DemandDrawing();
            bool isWanted = toggled == label && disabled == 0;
            if (isWanted)
            {
                toggled = null;
            }
            texts.Add("(" + label + ")" + (disabled > 0 ? " (disabled)" : string.Empty));
            return isWanted;
        }

        internal static void Disable(bool begins)
        {
            disabled += begins ? 1 : -1;
        }

        private static void DemandDrawing()
        {
            if (!drawing)
            {
                throw new ArgumentException("You can only call GUI functions from inside OnGUI.");
            }
        }
    }
}
