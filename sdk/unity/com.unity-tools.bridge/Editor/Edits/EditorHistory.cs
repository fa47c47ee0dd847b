using System;
using System.Collections.Generic;
using System.Reflection;
using UnityEditor;

namespace UnityTools.Bridge
{
    /// <summary>
    /// Undo of the editor. Each write is one group with a unique name, because Unity's list contains only the names of
    /// groups.
    /// </summary>
    internal sealed class EditorHistory : UndoHistory
    {
        private const string Count = "UnityTools.Bridge.UndoGroups";

        /// <summary>
        /// Internal method, which Unity's window of the undo history calls in all versions from 2021.3 to 6000.6. It fills
        /// the names of all groups, the oldest first, and returns how many of them are not undone. Null in a version
        /// without it.
        /// </summary>
        private static readonly MethodInfo List = FindList();

        internal override string Current
        {
            get { return Undo.GetCurrentGroupName(); }
        }

        /// <summary>Begins the group of a write.</summary>
        /// <param name="tool">Shown to the user in the Edit menu.</param>
        internal static void Begin(string tool)
        {
            int number = SessionState.GetInt(Count, 0) + 1;
            SessionState.SetInt(Count, number);
            Undo.IncrementCurrentGroup();
            Undo.SetCurrentGroupName(tool + " (agent " + number + ")");
        }

        internal static void End()
        {
            Undo.FlushUndoRecordObjects();
            Undo.IncrementCurrentGroup();
        }

        internal override string Obstacle(List<string> groups, bool redo)
        {
            int done;
            List<string> list = Read(out done);
            if (list == null)
            {
                return "this version of Unity does not tell what is in its undo list";
            }
            for (int at = 0; at < groups.Count; at++)
            {
                int place = redo ? done + at : done - 1 - at;
                string found = place >= 0 && place < list.Count ? list[place] : null;
                if (found == groups[at])
                {
                    continue;
                }
                int known = list.IndexOf(groups[at]);
                if (known >= done && !redo)
                {
                    return "the user undid `" + groups[at] + "` in Unity, and a redo there applies it again";
                }
                if (known < 0 || (known < done) == redo)
                {
                    return "the undo list of Unity does not contain `" + groups[at] + "`: it changed nothing, was undone, or Unity dropped it (when scenes close, as in a test run)";
                }
                return "`" + found + "` comes first in the undo list of Unity";
            }
            return null;
        }

        internal override bool Holds(string group)
        {
            int done;
            List<string> list = Read(out done);
            return list == null || list.Contains(group);
        }

        internal override bool IsUndone(string group)
        {
            int done;
            List<string> list = Read(out done);
            return list != null && list.IndexOf(group) >= done;
        }

        internal override void Step(bool redo)
        {
            if (redo)
            {
                Undo.PerformRedo();
            }
            else
            {
                Undo.PerformUndo();
            }
        }

        internal override void Revert()
        {
            Undo.RevertAllInCurrentGroup();
        }

        private static List<string> Read(out int done)
        {
            done = 0;
            if (List == null)
            {
                return null;
            }
            object[] arguments = new object[List.GetParameters().Length];
            List<string> list = new List<string>();
            arguments[0] = list;
            if (arguments.Length > 2)
            {
                arguments[2] = false;
            }
            List.Invoke(null, arguments);
            done = (int)arguments[1];
            return list;
        }

        private static MethodInfo FindList()
        {
            MemberInfo[] named = typeof(Undo).GetMember("GetUndoList", MemberTypes.Method, BindingFlags.Static | BindingFlags.NonPublic | BindingFlags.Public);
            return (MethodInfo)Array.Find(named, IsList);
        }

        private static bool IsList(MemberInfo named)
        {
            ParameterInfo[] parameters = ((MethodInfo)named).GetParameters();
            return parameters.Length >= 2
                && parameters[0].ParameterType == typeof(List<string>)
                && parameters[1].ParameterType == typeof(int).MakeByRefType()
                && (parameters.Length == 2 || (parameters.Length == 3 && parameters[2].ParameterType == typeof(bool)));
        }
    }
}
