using System;
using System.Collections.Generic;
using System.IO;
using UnityEngine;
using UnityEngine.SceneManagement;
using Object = UnityEngine.Object;

namespace UnityDouble
{
    /// <summary>
    /// The recorded steps with their groups. The steps before the cursor can be undone, the others can be redone.
    /// </summary>
    // Follows Editor/Mono/Undo/Undo.bindings.cs: groups, collapse, revert. The stack itself is native in Unity.
    internal static class UndoStack
    {
        private const string KeptName = "undo";
        private const int MostSteps = 10000;
        private static List<UndoStep> steps = new List<UndoStep>();
        private static Dictionary<int, string> groupNames = new Dictionary<int, string>();
        private static int cursor;

        internal static int CurrentGroup { get; private set; }

        internal static bool IsProcessing { get; private set; }

        internal static bool HasUndo
        {
            get { return cursor > 0; }
        }

        internal static bool HasRedo
        {
            get { return cursor < steps.Count; }
        }

        internal static void Add(UndoStep step, string name)
        {
            step.Name = name ?? string.Empty;
            step.Group = CurrentGroup;
            steps.RemoveRange(cursor, steps.Count - cursor);
            steps.Add(step);
            if (steps.Count > MostSteps)
            {
                steps.RemoveAt(0);
            }
            cursor = steps.Count;
            MarkDirty(step);
        }

        internal static void NextGroup()
        {
            CurrentGroup++;
        }

        internal static void NameGroup(string name)
        {
            groupNames[CurrentGroup] = name ?? string.Empty;
        }

        /// <summary>Returns the name of a group: the one that was set, or that of its last step.</summary>
        internal static string NameOf(int group)
        {
            if (groupNames.TryGetValue(group, out string name))
            {
                return name;
            }
            UndoStep last = steps.FindLast(delegate(UndoStep step) { return step.Group == group; });
            return last == null ? string.Empty : last.Name;
        }

        /// <summary>Undoes the last group; returns it, or -1 if nothing can be undone.</summary>
        internal static int Undo()
        {
            if (cursor == 0)
            {
                return -1;
            }
            int group = steps[cursor - 1].Group;
            while (cursor > 0 && steps[cursor - 1].Group == group)
            {
                UndoStep step = steps[--cursor];
                Process(step, step.Undo);
            }
            NextGroup();
            return group;
        }

        /// <summary>Redoes the next group; returns it, or -1 if nothing can be redone.</summary>
        internal static int Redo()
        {
            if (cursor == steps.Count)
            {
                return -1;
            }
            int group = steps[cursor].Group;
            while (cursor < steps.Count && steps[cursor].Group == group)
            {
                UndoStep step = steps[cursor++];
                Process(step, step.Redo);
            }
            NextGroup();
            return group;
        }

        /// <summary>Undoes all steps of a group and of later groups, and forgets them.</summary>
        internal static void RevertDownTo(int group)
        {
            while (cursor > 0 && steps[cursor - 1].Group >= group)
            {
                UndoStep step = steps[--cursor];
                Process(step, step.Undo);
            }
            steps.RemoveRange(cursor, steps.Count - cursor);
        }

        /// <summary>Merges all later groups into a group.</summary>
        internal static void Collapse(int group)
        {
            string name = null;
            for (int later = CurrentGroup; later >= group && name == null; later--)
            {
                groupNames.TryGetValue(later, out name);
            }
            foreach (UndoStep step in steps)
            {
                if (step.Group > group)
                {
                    groupNames.Remove(step.Group);
                    step.Group = group;
                }
            }
            if (name != null)
            {
                groupNames[group] = name;
            }
        }

        internal static void Clear()
        {
            steps.Clear();
            groupNames.Clear();
            cursor = 0;
        }

        /// <summary>Forgets the steps for which the condition is true.</summary>
        internal static void Forget(Predicate<UndoStep> condition)
        {
            for (int i = steps.Count - 1; i >= 0; i--)
            {
                if (condition(steps[i]))
                {
                    steps.RemoveAt(i);
                    cursor -= i < cursor ? 1 : 0;
                }
            }
        }

        /// <summary>Forgets the steps that touch an object of a scene.</summary>
        internal static void ForgetScene(Scene scene)
        {
            Forget(delegate(UndoStep step)
            {
                if (step.Scene == scene.m_Handle)
                {
                    return true;
                }
                foreach (int id in step.Ids)
                {
                    if (SceneOf(World.Find(id)).m_Handle == scene.m_Handle)
                    {
                        return true;
                    }
                }
                return false;
            });
        }

        /// <summary>Returns the names of the groups, oldest first, and how many of them are not undone.</summary>
        internal static int ListGroups(List<string> names)
        {
            names.Clear();
            int notUndone = 0;
            for (int i = 0; i < steps.Count; i++)
            {
                if (i == 0 || steps[i].Group != steps[i - 1].Group)
                {
                    names.Add(NameOf(steps[i].Group));
                    notUndone += i < cursor ? 1 : 0;
                }
            }
            return notUndone;
        }

        /// <summary>Number of steps now, for <see cref="ForgetAfter"/>.</summary>
        internal static int Mark()
        {
            steps.RemoveRange(cursor, steps.Count - cursor);
            return steps.Count;
        }

        /// <summary>Forgets the steps after a mark without undoing them.</summary>
        internal static void ForgetAfter(int mark)
        {
            if (mark < steps.Count)
            {
                steps.RemoveRange(mark, steps.Count - mark);
            }
            cursor = steps.Count;
        }

        internal static void Save()
        {
            using (MemoryStream bytes = new MemoryStream())
            using (BinaryWriter to = new BinaryWriter(bytes))
            {
                to.Write(CurrentGroup);
                to.Write(cursor);
                to.Write(groupNames.Count);
                foreach (KeyValuePair<int, string> name in groupNames)
                {
                    to.Write(name.Key);
                    to.Write(name.Value);
                }
                to.Write(steps.Count);
                steps.ForEach(delegate(UndoStep step) { step.Save(to); });
                to.Flush();
                Native.Store.Kept.SetBytes(KeptName, bytes.ToArray());
            }
        }

        internal static void Restore()
        {
            byte[] bytes = Native.Store.Kept.GetBytes(KeptName);
            if (bytes == null)
            {
                return;
            }
            using (BinaryReader from = new BinaryReader(new MemoryStream(bytes)))
            {
                CurrentGroup = from.ReadInt32();
                cursor = from.ReadInt32();
                for (int count = from.ReadInt32(); count > 0; count--)
                {
                    groupNames[from.ReadInt32()] = from.ReadString();
                }
                for (int count = from.ReadInt32(); count > 0; count--)
                {
                    steps.Add(UndoStep.Load(from));
                }
            }
        }

        internal static Scene SceneOf(Object one)
        {
            Component component = one as Component;
            GameObject owner = component != null ? component.gameObject : one as GameObject;
            return owner == null ? default(Scene) : owner.scene;
        }

        private static void Process(UndoStep step, Action action)
        {
            MarkDirty(step);
            IsProcessing = true;
            try
            {
                Native.Call(action);
            }
            finally
            {
                IsProcessing = false;
            }
            MarkDirty(step);
        }

        private static void MarkDirty(UndoStep step)
        {
            foreach (int id in step.Ids)
            {
                Object one = World.Find(id);
                if (one != null)
                {
                    DirtyObjects.Mark(one);
                }
            }
        }
    }
}
