using System;
using UnityDouble;
using UnityEngine;
using Object = UnityEngine.Object;

namespace UnityEditor
{
    /// <summary>Dialogs, the dirty mark of objects, and other helpers of the editor.</summary>
    // Follows Editor/Mono/EditorUtility.bindings.cs.
    public partial class EditorUtility
    {
        /// <summary>True if the last script compilation had errors.</summary>
        public static bool scriptCompilationFailed
        {
            get { return Native.Store.Compile.Failed; }
        }

        public static bool DisplayDialog(string title, string message, string ok)
        {
            return DisplayDialog(title, message, ok, string.Empty);
        }

        /// <summary>Blocks the main thread until the control channel answers; in batch mode it logs an error.</summary>
        public static bool DisplayDialog(string title, string message, string ok, string cancel)
        {
            if (string.IsNullOrEmpty(ok) && string.IsNullOrEmpty(cancel))
            {
                throw new ArgumentException("DisplayDialog needs a text for ok or cancel");
            }
            string[] buttons = string.IsNullOrEmpty(cancel) ? new[] { ok } : new[] { ok, cancel };
            return Ask(title, message, buttons, 1) == 0;
        }

        /// <summary>As <see cref="DisplayDialog(string,string,string,string)"/>, with three buttons: 0 ok, 1 cancel, 2 alt.</summary>
        public static int DisplayDialogComplex(string title, string message, string ok, string cancel, string alt)
        {
            return Ask(title, message, new[] { ok, cancel, alt }, 1);
        }

        public static void RequestScriptReload()
        {
            Native.Store.Compile.RequestReload();
            Native.Store.Loop.Signal();
        }

        private static int Ask(string title, string message, string[] buttons, int cancel)
        {
            if (string.IsNullOrEmpty(title) && string.IsNullOrEmpty(message))
            {
                throw new ArgumentException("a dialog needs a title or a message");
            }
            if (Application.isBatchMode)
            {
                Debug.LogError("Cancelling DisplayDialog: " + title + " " + message + "\nThis should not be called in batch mode.");
                return cancel;
            }
            int button = Native.Store.Channel.Ask(title ?? string.Empty, message ?? string.Empty, buttons, -1);
            return button < 0 ? cancel : button;
        }
    }
}
