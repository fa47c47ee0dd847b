using System;
using UnityDouble;
using UnityEngine;

namespace UnityEngine
{
    /// <summary>The look of a text; the double only keeps its name.</summary>
    // Follows Modules/IMGUI/GUIStyle.cs: the members that the double imitates.
    public sealed class GUIStyle
    {
        public GUIStyle()
        {
            name = string.Empty;
        }

        public GUIStyle(GUIStyle other)
        {
            name = other.name;
            wordWrap = other.wordWrap;
        }

        public string name { get; set; }

        public bool wordWrap { get; set; }
    }

    /// <summary>Drawing with layout, into a list of texts.</summary>
    // Follows Modules/IMGUI/GUILayout.cs: the members that the double imitates.
    public class GUILayout
    {
        public static bool Button(string text, params GUILayoutOption[] options)
        {
            return UnityDouble.Page.Button(text);
        }

        public static void Label(string text, params GUILayoutOption[] options)
        {
            UnityDouble.Page.Text(text);
        }
    }

    /// <summary>An option of a layout function; the double has no layout and offers no way to create one.</summary>
    // Follows Modules/IMGUI/GUILayoutOption.cs.
    public sealed class GUILayoutOption
    {
        internal GUILayoutOption()
        {
        }
    }
}

namespace UnityEditor
{
    /// <summary>Kind of a help box.</summary>
    // Follows Editor/Mono/EditorGUIUtility.bindings.cs.
    public enum MessageType
    {
        None = 0,
        Info = 1,
        Warning = 2,
        Error = 3,
    }

    /// <summary>Styles of the editor.</summary>
    // Follows Editor/Mono/GUI/EditorStyles.cs: names.
    public sealed class EditorStyles
    {
        private EditorStyles()
        {
        }

        public static GUIStyle label
        {
            get { return new GUIStyle { name = "ControlLabel" }; }
        }

        public static GUIStyle boldLabel
        {
            get { return new GUIStyle { name = "BoldLabel" }; }
        }

        public static GUIStyle wordWrappedLabel
        {
            get { return new GUIStyle { name = "WordWrappedLabel", wordWrap = true }; }
        }
    }

    /// <summary>Drawing without layout; only the scope that disables controls is imitated.</summary>
    // Follows Editor/Mono/EditorGUI.cs.
    public sealed class EditorGUI
    {
        private EditorGUI()
        {
        }

        /// <summary>Controls inside the scope cannot be changed if the argument is true.</summary>
        public struct DisabledScope : IDisposable
        {
            private bool active;

            public DisabledScope(bool disabled)
            {
                active = disabled;
                if (active)
                {
                    Page.Disable(true);
                }
            }

            public void Dispose()
            {
                if (active)
                {
                    active = false;
                    Page.Disable(false);
                }
            }
        }
    }

    /// <summary>Drawing with layout, into a list of texts.</summary>
    // Follows Editor/Mono/EditorGUILayout.cs: the members that the package uses.
    public sealed class EditorGUILayout
    {
        private EditorGUILayout()
        {
        }

        public static void LabelField(string label, params GUILayoutOption[] options)
        {
            Page.Text(label);
        }

        public static void LabelField(string label, GUIStyle style, params GUILayoutOption[] options)
        {
            Page.Text(label);
        }

        public static void LabelField(string label, string label2, params GUILayoutOption[] options)
        {
            Page.Text(label + ": " + label2);
        }

        public static void HelpBox(string message, MessageType type)
        {
            Page.Text(type == MessageType.None ? message : type + ": " + message);
        }

        public static bool ToggleLeft(string label, bool value, params GUILayoutOption[] options)
        {
            return Page.Toggle(label, value);
        }

        public static bool Toggle(string label, bool value, params GUILayoutOption[] options)
        {
            return Page.Toggle(label, value);
        }

        /// <summary>Draws the text; the double has no keyboard, so the text does not change.</summary>
        public static string TextArea(string text, params GUILayoutOption[] options)
        {
            Page.Text(text);
            return text;
        }

        public static void Space()
        {
        }
    }
}
