using UnityEditor;
using UnityEditor.SceneManagement;
using UnityEngine;

namespace UnityTools.Bridge
{
    /// <summary>A change of a prefab by an object of an open scene. Unity's own undo reverts the part in the scene.</summary>
    internal abstract class PrefabChange : AssetChange
    {
        private const string PrefabField = "prefab";

        /// <summary>The object of the scene.</summary>
        /// <exception cref="Failure">There is no such object, it is in no scene, or Unity is in play mode.</exception>
        protected static GameObject SceneObject(AssetDraft draft, AssetArguments given)
        {
            if (EditorApplication.isPlayingOrWillChangePlaymode)
            {
                throw new Failure("not-ready", "`" + draft.Field + "` is not possible in play mode, in which objects of scenes are temporary")
                {
                    Hint = "leave play mode first"
                };
            }
            string id = given.Text("object");
            GameObject one;
            try
            {
                one = draft.Objects.Find(id);
            }
            catch (Failure failure)
            {
                throw new Failure(failure.Kind, "`" + given.Name("object") + "` is wrong: " + failure.Message) { Hint = failure.Hint };
            }
            if (EditorUtility.IsPersistent(one) || !one.scene.IsValid() || EditorSceneManager.IsPreviewScene(one.scene))
            {
                throw Failure.Argument("`" + given.Name("object") + "` is " + id + ", which is a part of a prefab, wanted: an object of an open scene");
            }
            // Changes of this update are compared only when Unity records them.
            Undo.FlushUndoRecordObjects();
            return one;
        }

        /// <summary>The path of the prefab of an instance; null if the object is no root of one.</summary>
        protected static string PrefabOf(GameObject one)
        {
            GameObject source = PrefabUtility.IsOutermostPrefabInstanceRoot(one) ? PrefabUtility.GetCorrespondingObjectFromSource(one) : null;
            return source == null ? null : AssetDatabase.GetAssetPath(source);
        }

        /// <summary>The row of an object whose link to a prefab changes.</summary>
        protected static PlanRow LinkRow(AssetDraft draft, GameObject one, string old, string now)
        {
            PlanRow row = ActiveChange.Row(draft.Objects, one);
            row.Edit = draft.At;
            row.Field = PrefabField;
            row.Old = AssetRows.Quoted(old);
            row.New = AssetRows.Quoted(now);
            return row;
        }

        /// <summary>Called before the scene changes.</summary>
        protected static void Begin(AssetRun run, GameObject one)
        {
            if (one == null)
            {
                throw new Failure("not-found", "the object does not exist any more");
            }
            run.ChangesScenes = true;
        }

        /// <summary>Called after the scene changed.</summary>
        protected static void End(GameObject one)
        {
            Undo.FlushUndoRecordObjects();
            EditorSceneManager.MarkSceneDirty(one.scene);
        }
    }
}
