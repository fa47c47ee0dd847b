using System;
using System.Collections.Generic;
using System.Globalization;
using System.Reflection;
using UnityEditor;

namespace UnityDouble
{
    /// <summary>The commands of the control channel that need the scripts.</summary>
    internal static class EditorCommands
    {
        private const BindingFlags AnyStatic = BindingFlags.Static | BindingFlags.Public | BindingFlags.NonPublic;

        internal static Dictionary<string, object> Run(Dictionary<string, object> command)
        {
            string name = Json.Text(command, "command");
            switch (name)
            {
                case "focus":
                    Focus(Json.Flag(command, "focused", true));
                    return Json.Object();
                case "refresh":
                    EditorState.Refresh();
                    return Json.Object("compiling", Native.Store.Compile.IsCompiling);
                case "undo":
                    EditorState.PerformUndo();
                    return Json.Object();
                case "redo":
                    EditorState.PerformRedo();
                    return Json.Object();
                case "play":
                    EditorApplication.isPlaying = true;
                    return Json.Object();
                case "stop":
                    EditorApplication.isPlaying = false;
                    return Json.Object();
                case "pause":
                    EditorApplication.isPaused = Json.Flag(command, "paused", !EditorApplication.isPaused);
                    return Json.Object("paused", EditorApplication.isPaused);
                case "step":
                    EditorApplication.Step();
                    return Json.Object();
                case "build":
                    BuildPipeline.Build((int)Json.Whole(command, "ms", 0));
                    return Json.Object();
                case "reload":
                    EditorUtility.RequestScriptReload();
                    return Json.Object();
                case "menu":
                    // A click of the user starts a new undo group.
                    Undo.IncrementCurrentGroup();
                    return Json.Object("executed", EditorApplication.ExecuteMenuItem(Json.Text(command, "item", string.Empty)));
                case "select":
                    Select(command);
                    return Json.Object();
                case "settings":
                    return SettingsService.Draw(Json.Text(command, "path", string.Empty), Json.Text(command, "toggle"));
                case "window":
                    return EditorWindow.Draw(Json.Text(command, "title", string.Empty), Json.Text(command, "click"));
                case "invoke":
                    return Json.Object("result", Invoke(command));
                default:
                    throw new CommandException("unknown command: " + name + " (accepted: answer, block, build, focus, invoke, menu, pause, play, quit, redo, refresh, reload, select, settings, state, step, stop, undo, window)");
            }
        }

        private static void Focus(bool focused)
        {
            bool before = Native.Store.Loop.Focused;
            Native.Store.Loop.Focused = focused;
            if (before == focused)
            {
                return;
            }
            Settings.SetFocused(focused);
            Native.Call(delegate { EditorApplication.RaiseFocusChanged(focused); });
            if (focused)
            {
                EditorState.AutoRefresh();
            }
        }

        // As a click in the hierarchy window, which is a step of the undo history.
        private static void Select(Dictionary<string, object> command)
        {
            List<int> ids = new List<int>();
            foreach (object id in command.TryGetValue("ids", out object given) && given is List<object> list ? list : new List<object>())
            {
                ids.Add(Convert.ToInt32(id, CultureInfo.InvariantCulture));
            }
            UnityEngine.Object first = ids.Count == 1 ? EditorUtility.Find(ids[0]) : null;
            string name = first != null ? "Select " + first.name : ids.Count == 0 ? "Clear Selection" : "Selection Change";
            Undo.IncrementCurrentGroup();
            UndoStack.Add(new SelectionStep(Selection.Ids, ids), name);
            Selection.SetIds(ids.ToArray());
            Undo.IncrementCurrentGroup();
        }

        private static object Invoke(Dictionary<string, object> command)
        {
            string typeName = Json.Text(command, "type", string.Empty);
            string methodName = Json.Text(command, "method", string.Empty);
            List<object> given = command.TryGetValue("args", out object args) && args is List<object> list ? list : new List<object>();
            Type type = FindType(typeName);
            foreach (MethodInfo method in type.GetMethods(AnyStatic))
            {
                ParameterInfo[] parameters = method.GetParameters();
                if (method.Name != methodName || parameters.Length != given.Count)
                {
                    continue;
                }
                object[] arguments = new object[given.Count];
                for (int i = 0; i < arguments.Length; i++)
                {
                    Type wanted = parameters[i].ParameterType;
                    arguments[i] = wanted.IsInstanceOfType(given[i]) ? given[i] : Convert.ChangeType(given[i], wanted, CultureInfo.InvariantCulture);
                }
                try
                {
                    object result = method.Invoke(null, arguments);
                    return result == null ? null : Convert.ToString(result, CultureInfo.InvariantCulture);
                }
                catch (TargetInvocationException error) when (error.InnerException != null)
                {
                    throw new CommandException(typeName + "." + methodName + " failed: " + error.InnerException);
                }
            }
            throw new CommandException("type " + typeName + " has no static method " + methodName + " with " + given.Count + " parameters");
        }

        private static Type FindType(string name)
        {
            foreach (Assembly assembly in AppDomain.CurrentDomain.GetAssemblies())
            {
                Type type = assembly.GetType(name, false);
                if (type != null)
                {
                    return type;
                }
            }
            throw new CommandException("no loaded assembly has a type " + name);
        }
    }
}
