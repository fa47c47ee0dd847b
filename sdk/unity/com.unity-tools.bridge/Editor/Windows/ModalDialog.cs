using System;
using System.Diagnostics;
using System.Runtime.InteropServices;
using System.Text;
using UnityEngine;

namespace UnityTools.Bridge
{
    /// <summary>
    /// Finds the modal dialog that blocks this editor. Only Windows reports the windows of a process; on other systems there
    /// is nothing to find.
    /// </summary>
    internal static class ModalDialog
    {
        /// <summary>The class of the dialogs of Windows itself.</summary>
        private const string DialogClass = "#32770";

        private const uint Owner = 4;
        private const int LongestTitle = 256;

        /// <summary>A search ends after so many windows of the whole desktop.</summary>
        private const int MostWindows = 10000;

        /// <summary>A search on one thread, because <see cref="EnumWindows"/> calls back.</summary>
        private sealed class WindowSearch
        {
            private readonly uint process;
            private readonly StringBuilder name = new StringBuilder(LongestTitle);
            private int windows;
            private bool isMainDisabled;
            private IntPtr dialog = IntPtr.Zero;

            /// <summary>Another window above the disabled one: a dialog that Unity draws, or a window beside it.</summary>
            private IntPtr other = IntPtr.Zero;

            internal WindowSearch(uint process)
            {
                this.process = process;
            }

            /// <summary>The dialog; zero if no window waits for one.</summary>
            internal IntPtr Dialog
            {
                get { return !isMainDisabled ? IntPtr.Zero : dialog != IntPtr.Zero ? dialog : other; }
            }

            internal bool Look(IntPtr window, IntPtr unused)
            {
                uint creator;
                GetWindowThreadProcessId(window, out creator);
                if (creator == process && IsWindowVisible(window))
                {
                    LookAt(window);
                }
                return ++windows < MostWindows;
            }

            /// <summary>The topmost windows come first.</summary>
            private void LookAt(IntPtr window)
            {
                IntPtr owner = GetWindow(window, Owner);
                if (!IsWindowEnabled(window))
                {
                    isMainDisabled |= owner == IntPtr.Zero;
                }
                else if (dialog == IntPtr.Zero && Class(window) == DialogClass)
                {
                    dialog = window;
                }
                else if (other == IntPtr.Zero && owner != IntPtr.Zero && !IsWindowEnabled(owner))
                {
                    other = window;
                }
            }

            private string Class(IntPtr window)
            {
                name.Length = 0;
                return GetClassName(window, name, LongestTitle) > 0 ? name.ToString() : "";
            }
        }

        private delegate bool WindowVisit(IntPtr window, IntPtr parameter);

        /// <summary>
        /// The search for this process, which any thread may run; null on systems without it. Called on the main thread.
        /// </summary>
        internal static Func<string> Finder
        {
            get
            {
                if (Application.platform != RuntimePlatform.WindowsEditor)
                {
                    return null;
                }
                uint process = (uint)Process.GetCurrentProcess().Id;
                return () => Find(process);
            }
        }

        private static string Find(uint process)
        {
            WindowSearch search = new WindowSearch(process);
            WindowVisit visit = search.Look;
            EnumWindows(visit, IntPtr.Zero);
            GC.KeepAlive(visit);
            return search.Dialog == IntPtr.Zero ? null : Title(search.Dialog);
        }

        /// <summary>
        /// Reads the title from the system. The usual call would send a message to the main thread, and wait as long as that
        /// is blocked.
        /// </summary>
        private static string Title(IntPtr window)
        {
            StringBuilder title = new StringBuilder(LongestTitle);
            try
            {
                return InternalGetWindowText(window, title, LongestTitle) > 0 ? title.ToString() : null;
            }
            catch (EntryPointNotFoundException)
            {
                // Windows documents that a later version may lack it.
                return null;
            }
        }

        [DllImport("user32", ExactSpelling = true)]
        [return: MarshalAs(UnmanagedType.Bool)]
        private static extern bool EnumWindows(WindowVisit visit, IntPtr parameter);

        [DllImport("user32", ExactSpelling = true)]
        private static extern uint GetWindowThreadProcessId(IntPtr window, out uint process);

        [DllImport("user32", ExactSpelling = true)]
        [return: MarshalAs(UnmanagedType.Bool)]
        private static extern bool IsWindowVisible(IntPtr window);

        [DllImport("user32", ExactSpelling = true)]
        [return: MarshalAs(UnmanagedType.Bool)]
        private static extern bool IsWindowEnabled(IntPtr window);

        [DllImport("user32", ExactSpelling = true)]
        private static extern IntPtr GetWindow(IntPtr window, uint relation);

        [DllImport("user32", EntryPoint = "GetClassNameW", CharSet = CharSet.Unicode, ExactSpelling = true)]
        private static extern int GetClassName(IntPtr window, StringBuilder name, int length);

        [DllImport("user32", CharSet = CharSet.Unicode, ExactSpelling = true)]
        private static extern int InternalGetWindowText(IntPtr window, StringBuilder name, int length);
    }
}
