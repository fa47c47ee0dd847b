using System.Collections.Generic;
using System.Globalization;
using UnityEditor;
using UnityEngine;
using UnityEngine.SceneManagement;
using Object = UnityEngine.Object;

namespace UnityDouble
{
    /// <summary>The dirty counters of objects. Marking an object of a scene also marks the scene.</summary>
    // Follows the scripting reference, EditorUtility.SetDirty: an object of a scene marks its scene as dirty.
    internal static class DirtyObjects
    {
        private const string KeptName = "dirty";
        private static readonly Dictionary<int, int> counts = new Dictionary<int, int>();

        internal static void Mark(Object one)
        {
            int id = one.m_InstanceID;
            counts[id] = Count(id) + 1;
            Scene scene = UndoStack.SceneOf(one);
            if (scene.IsValid() && !Application.isPlaying)
            {
                EditorScenes.MarkDirty(World.SceneOf(scene));
            }
        }

        internal static int Count(int id)
        {
            return counts.TryGetValue(id, out int count) ? count : 0;
        }

        internal static void Clear(int id)
        {
            counts.Remove(id);
        }

        /// <summary>Returns the live dirty objects that are assets.</summary>
        internal static List<Object> Assets()
        {
            List<Object> found = new List<Object>();
            foreach (int id in counts.Keys)
            {
                Object one = World.Find(id);
                if (one != null && EditorUtility.IsPersistent(one))
                {
                    found.Add(one);
                }
            }
            return found;
        }

        internal static void Save()
        {
            List<string> texts = new List<string>();
            foreach (KeyValuePair<int, int> count in counts)
            {
                texts.Add(count.Key.ToString(CultureInfo.InvariantCulture) + ":" + count.Value.ToString(CultureInfo.InvariantCulture));
            }
            Native.Store.Kept.SetText(KeptName, string.Join(" ", texts.ToArray()));
        }

        internal static void Restore()
        {
            foreach (string text in (Native.Store.Kept.GetText(KeptName) ?? string.Empty).Split(new[] { ' ' }, System.StringSplitOptions.RemoveEmptyEntries))
            {
                string[] parts = text.Split(':');
                counts[int.Parse(parts[0], CultureInfo.InvariantCulture)] = int.Parse(parts[1], CultureInfo.InvariantCulture);
            }
        }
    }
}
