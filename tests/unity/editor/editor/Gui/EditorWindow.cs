using System;
using System.Collections.Generic;
using System.Reflection;
using UnityDouble;
using UnityEngine;

namespace UnityEditor
{
    /// <summary>A window of the editor; it has no place on a screen, and survives domain reloads.</summary>
    // Follows Editor/Mono/EditorWindow.cs: the members that the double imitates.
    public class EditorWindow : ScriptableObject
    {
        [SerializeField]
        private string shownTitle = string.Empty;

        /// <summary>Returns the open window of a type, or opens one.</summary>
        public static T GetWindow<T>()
            where T : EditorWindow
        {
            return GetWindow<T>(typeof(T).Name);
        }

        public static T GetWindow<T>(string title)
            where T : EditorWindow
        {
            T window = Find(delegate(EditorWindow one) { return one is T; }) as T;
            if (window == null)
            {
                window = CreateInstance<T>();
                window.hideFlags = HideFlags.DontSave;
            }
            window.shownTitle = title;
            return window;
        }

        public static bool HasOpenInstances<T>()
            where T : EditorWindow
        {
            return Find(delegate(EditorWindow one) { return one is T; }) != null;
        }

        public void Show()
        {
            SignalDrawn();
        }

        public void Repaint()
        {
            SignalDrawn();
        }

        public void Close()
        {
            DestroyImmediate(this);
        }

        /// <summary>Draws a window for the control channel.</summary>
        internal static Dictionary<string, object> Draw(string title, string click)
        {
            EditorWindow window = Find(delegate(EditorWindow one) { return one.shownTitle == title; });
            if (window == null)
            {
                throw new CommandException("no open window has the title " + title);
            }
            MethodInfo method = window.GetType().GetMethod("OnGUI", BindingFlags.Instance | BindingFlags.Public | BindingFlags.NonPublic);
            bool found = Page.Draw(delegate { method?.Invoke(window, null); }, click, out List<string> texts);
            if (!found)
            {
                throw new CommandException("the window " + title + " has no enabled button or toggle named " + click);
            }
            return Json.Object("texts", texts);
        }

        private static void SignalDrawn()
        {
            Native.Store.Loop.Signal();
        }

        private static EditorWindow Find(Predicate<EditorWindow> condition)
        {
            foreach (UnityEngine.Object one in World.All)
            {
                EditorWindow window = one as EditorWindow;
                if (window != null && condition(window))
                {
                    return window;
                }
            }
            return null;
        }
    }
}
