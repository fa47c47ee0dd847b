using System.Collections.Generic;
using UnityDouble;
using UnityEngine.SceneManagement;
using Object = UnityEngine.Object;

namespace UnityEditor
{
    /// <content>Groups, undo and redo.</content>
    public partial class Undo
    {
        public static int GetCurrentGroup()
        {
            return UndoStack.CurrentGroup;
        }

        public static string GetCurrentGroupName()
        {
            return UndoStack.NameOf(UndoStack.CurrentGroup);
        }

        public static void SetCurrentGroupName(string name)
        {
            UndoStack.NameGroup(name);
        }

        public static void IncrementCurrentGroup()
        {
            UndoRecorder.Flush();
            UndoStack.NextGroup();
        }

        public static void CollapseUndoOperations(int groupIndex)
        {
            UndoRecorder.Flush();
            UndoStack.Collapse(groupIndex);
        }

        public static void PerformUndo()
        {
            UndoRecorder.Flush();
            Raise(UndoStack.Undo(), false);
        }

        public static void PerformRedo()
        {
            UndoRecorder.Flush();
            Raise(UndoStack.Redo(), true);
        }

        public static void RevertAllInCurrentGroup()
        {
            UndoRecorder.Flush();
            UndoStack.RevertDownTo(UndoStack.CurrentGroup);
            Raise(UndoStack.CurrentGroup, false);
        }

        public static void RevertAllDownToGroup(int group)
        {
            UndoRecorder.Flush();
            UndoStack.RevertDownTo(group);
            Raise(group, false);
        }

        public static void ClearUndo(Object identifier)
        {
            UndoRecorder.Flush();
            int id = identifier.m_InstanceID;
            UndoStack.Forget(delegate(UndoStep step) { return new List<int>(step.Ids).Contains(id); });
        }

        public static void ClearAll()
        {
            UndoRecorder.Flush();
            UndoStack.Clear();
        }

        internal static bool HasUndo()
        {
            return UndoStack.HasUndo;
        }

        internal static bool HasRedo()
        {
            return UndoStack.HasRedo;
        }

        internal static void ClearUndoSceneHandle(Scene scene)
        {
            UndoStack.ForgetScene(scene);
        }

        // Follows Editor/Mono/Undo/UndoHistoryWindow.cs: groups before the cursor can be undone, the others can be redone.
        internal static void GetUndoList(List<string> undoList, out int undoCursor)
        {
            UndoRecorder.Flush();
            undoCursor = UndoStack.ListGroups(undoList);
        }

        internal static void GetRecords(List<string> undoRecords, out int undoCursor)
        {
            GetUndoList(undoRecords, out undoCursor);
        }

        internal static void GetRecords(List<string> undoRecords, List<string> redoRecords)
        {
            GetUndoList(undoRecords, out int cursor);
            redoRecords.Clear();
            redoRecords.AddRange(undoRecords.GetRange(cursor, undoRecords.Count - cursor));
            undoRecords.RemoveRange(cursor, undoRecords.Count - cursor);
        }

        private static void Raise(int group, bool redo)
        {
            if (group < 0)
            {
                return;
            }
            Native.Call(delegate { undoRedoPerformed?.Invoke(); });
#if UNITY_2022_2_OR_NEWER
            UndoRedoInfo info = new UndoRedoInfo { undoName = UndoStack.NameOf(group), undoGroup = group, isRedo = redo };
            Native.Call(delegate { undoRedoEvent?.Invoke(info); });
#endif
        }
    }
}
