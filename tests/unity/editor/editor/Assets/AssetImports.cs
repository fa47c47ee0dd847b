using System;
using System.Collections.Generic;
using System.Reflection;
using UnityEditor;

namespace UnityDouble
{
    /// <summary>Reports changed assets to the scripts, and starts a compilation if scripts changed.</summary>
    // Follows Editor/Mono/AssetPostprocessor.cs: OnPostprocessAllAssets, sorted by postprocess order.
    internal static class AssetImports
    {
        private const BindingFlags AnyStatic = BindingFlags.Static | BindingFlags.Public | BindingFlags.NonPublic;
        private static readonly AssetChanges waiting = new AssetChanges();
        private static int editing;

        /// <summary>True if `projectChanged` must be raised at the end of the tick.</summary>
        internal static bool ProjectChanged { get; set; }

        internal static int AutoRefreshLocks { get; set; }

        internal static void StartEditing()
        {
            editing++;
        }

        internal static void StopEditing()
        {
            if (editing == 0)
            {
                throw new InvalidOperationException("StopAssetEditing was called more often than StartAssetEditing");
            }
            if (--editing == 0)
            {
                Flush();
            }
        }

        /// <summary>Compares the project folder with the list of assets and reports what changed.</summary>
        internal static void Refresh()
        {
            AssetChanges changes = AssetList.Scan();
            foreach (string path in changes.Imported)
            {
                LoadedAssets.Reimport(path);
            }
            EditorScenes.AskAboutChanged(changes.Imported);
            foreach (string path in changes.Deleted)
            {
                LoadedAssets.Unload(path);
            }
            foreach (string path in changes.Moved)
            {
                LoadedAssets.Moved(path);
            }
            Add(changes);
            if (ScriptSources.AnyNew(Native.Options))
            {
                Native.Store.Compile.Request();
                Native.Store.Loop.Signal();
            }
        }

        internal static void Imported(string path)
        {
            AssetChanges changes = new AssetChanges();
            changes.Imported.Add(path);
            Add(changes);
        }

        internal static void Deleted(IEnumerable<string> paths)
        {
            AssetChanges changes = new AssetChanges();
            changes.Deleted.AddRange(paths);
            Add(changes);
        }

        internal static void Moved(IEnumerable<KeyValuePair<string, string>> fromAndTo)
        {
            AssetChanges changes = new AssetChanges();
            foreach (KeyValuePair<string, string> move in fromAndTo)
            {
                changes.MovedFrom.Add(move.Key);
                changes.Moved.Add(move.Value);
            }
            Add(changes);
        }

        private static void Add(AssetChanges changes)
        {
            waiting.Imported.AddRange(changes.Imported);
            waiting.Deleted.AddRange(changes.Deleted);
            waiting.Moved.AddRange(changes.Moved);
            waiting.MovedFrom.AddRange(changes.MovedFrom);
            if (editing == 0)
            {
                Flush();
            }
        }

        private static void Flush()
        {
            if (!waiting.Any)
            {
                return;
            }
            string[] imported = Take(waiting.Imported);
            string[] deleted = Take(waiting.Deleted);
            string[] moved = Take(waiting.Moved);
            string[] movedFrom = Take(waiting.MovedFrom);
            ProjectChanged = true;
            bool before = EditorApplication.isUpdating;
            EditorApplication.isUpdating = true;
            try
            {
                foreach (Type type in Postprocessors())
                {
                    Postprocess(type, imported, deleted, moved, movedFrom);
                }
            }
            finally
            {
                EditorApplication.isUpdating = before;
            }
        }

        private static void Postprocess(Type type, string[] imported, string[] deleted, string[] moved, string[] movedFrom)
        {
            MethodInfo method = type.GetMethod("OnPostprocessAllAssets", AnyStatic);
            if (method == null)
            {
                return;
            }
            object[] arguments = { imported, deleted, moved, movedFrom };
            if (method.GetParameters().Length == 5)
            {
                arguments = new object[] { imported, deleted, moved, movedFrom, false };
            }
            Native.Call(delegate
            {
                try
                {
                    method.Invoke(null, arguments);
                }
                catch (TargetInvocationException error) when (error.InnerException != null)
                {
                    System.Runtime.ExceptionServices.ExceptionDispatchInfo.Capture(error.InnerException).Throw();
                }
            });
        }

        private static List<Type> Postprocessors()
        {
            List<KeyValuePair<int, Type>> sorted = new List<KeyValuePair<int, Type>>();
            foreach (Type type in TypeCache.GetTypesDerivedFrom<AssetPostprocessor>())
            {
                if (type.IsAbstract)
                {
                    continue;
                }
                int order = ((AssetPostprocessor)Activator.CreateInstance(type, true)).GetPostprocessOrder();
                int at = sorted.FindLastIndex(delegate(KeyValuePair<int, Type> other) { return other.Key <= order; });
                sorted.Insert(at + 1, new KeyValuePair<int, Type>(order, type));
            }
            return sorted.ConvertAll(delegate(KeyValuePair<int, Type> one) { return one.Value; });
        }

        private static string[] Take(List<string> paths)
        {
            List<string> distinct = new List<string>();
            foreach (string path in paths)
            {
                if (!distinct.Contains(path))
                {
                    distinct.Add(path);
                }
            }
            paths.Clear();
            return distinct.ToArray();
        }
    }
}

namespace UnityEditor
{
    /// <summary>Base of classes that are called after imports. Only `OnPostprocessAllAssets` is imitated.</summary>
    // Follows Editor/Mono/AssetPostprocessor.cs.
    public class AssetPostprocessor
    {
        public virtual int GetPostprocessOrder()
        {
            return 0;
        }
    }
}
