using System;
using System.Collections.Generic;
using UnityEditor;
using UnityEngine;
using Object = UnityEngine.Object;

namespace UnityDouble
{
    /// <summary>
    /// The objects given to `Undo.RecordObject`. A flush compares them with their state at that time and records the
    /// properties that changed.
    /// </summary>
    // Follows Editor/Mono/Undo/Undo.bindings.cs: FlushUndoRecordObjects, InvokePostprocessModifications.
    internal static class UndoRecorder
    {
        private static readonly List<Entry> entries = new List<Entry>();

        internal static void Add(Object one, string name)
        {
            int id = one.m_InstanceID;
            if (entries.Exists(delegate(Entry entry) { return entry.Id == id; }))
            {
                return;
            }
            entries.Add(new Entry { Id = id, Name = name, Before = SerializedForm.Read(one) });
        }

        internal static void Flush()
        {
            if (entries.Count == 0)
            {
                return;
            }
            Native.Call(delegate { Undo.willFlushUndoRecord?.Invoke(); });
            Entry[] due = entries.ToArray();
            entries.Clear();
            foreach (Entry entry in due)
            {
                Object one = World.Find(entry.Id);
                if (one != null)
                {
                    Record(one, NodeDifference.Between(entry.Before, SerializedForm.Read(one)), entry.Name);
                }
            }
        }

        /// <summary>Records the differences that `postprocessModifications` keeps.</summary>
        internal static void Record(Object one, List<NodeDifference> differences, string name)
        {
            if (differences.Count == 0)
            {
                return;
            }
            differences = Postprocess(one, differences);
            if (differences.Count > 0)
            {
                UndoStack.Add(new PropertyStep(one.m_InstanceID, differences), name);
            }
            EditorState.NoteModified(one);
        }

        private static List<NodeDifference> Postprocess(Object one, List<NodeDifference> differences)
        {
            if (Undo.postprocessModifications == null)
            {
                return differences;
            }
            List<UndoPropertyModification> modifications = new List<UndoPropertyModification>();
            foreach (NodeDifference difference in differences)
            {
                foreach (NodeDifference leaf in difference.Leaves())
                {
                    modifications.Add(new UndoPropertyModification { previousValue = Modification(one, leaf.Path, leaf.Before), currentValue = Modification(one, leaf.Path, leaf.After) });
                }
            }
            UndoPropertyModification[] kept = modifications.ToArray();
            Native.Call(delegate
            {
                foreach (Undo.PostprocessModifications subscriber in Undo.postprocessModifications.GetInvocationList())
                {
                    kept = subscriber(kept);
                }
            });
            HashSet<string> paths = new HashSet<string>(StringComparer.Ordinal);
            foreach (UndoPropertyModification modification in kept ?? new UndoPropertyModification[0])
            {
                paths.Add(modification.currentValue.propertyPath);
            }
            return differences.FindAll(delegate(NodeDifference difference)
            {
                foreach (NodeDifference leaf in difference.Leaves())
                {
                    if (paths.Contains(leaf.Path))
                    {
                        return true;
                    }
                }
                return false;
            });
        }

        private static PropertyModification Modification(Object one, string path, Node value)
        {
            bool isReference = value != null && value.Kind == NodeKind.Reference;
            return new PropertyModification
            {
                target = one,
                propertyPath = path,
                value = value == null || isReference || value.Kind > NodeKind.Boolean ? string.Empty : value.AsText,
                objectReference = isReference ? value.AsObject : null,
            };
        }

        /// <summary>An object that was given to RecordObject, with its state at that time.</summary>
        private sealed class Entry
        {
            internal int Id;
            internal string Name;
            internal Node Before;
        }
    }
}
