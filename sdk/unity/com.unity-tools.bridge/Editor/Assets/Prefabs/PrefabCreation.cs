using System;
using UnityEditor;
using UnityEngine;

namespace UnityTools.Bridge
{
    /// <summary>Creates a prefab from an object of a scene, and may make the object an instance of it.</summary>
    internal sealed class PrefabCreation : PrefabChange
    {
        private const string Ending = ".prefab";
        private const string Streamed = "Assets/StreamingAssets";

        private readonly string path;
        private readonly GameObject one;
        private readonly bool connect;

        internal PrefabCreation(AssetDraft draft, AssetArguments given)
        {
            path = given.Path("path");
            connect = given.Bool("connect");
            string field = given.Name("path");
            if (AssetPath.Ending(path) != Ending)
            {
                throw AssetPath.Wrong(field, path, "does not end with " + Ending);
            }
            if (connect && ProjectPath.IsWithin(path, Streamed))
            {
                throw AssetPath.Wrong(field, path, "is in " + Streamed + ", and no object of a scene can be an instance of such a prefab");
            }
            one = SceneObject(draft, given);
            CheckConnect(given);
            AssetChanges.CheckFree(draft, field, path);
            draft.Places.Create(draft.At, path, false, this);
            draft.Row(AssetRows.OfPath(draft.At, path, null, path));
            if (connect)
            {
                draft.Row(LinkRow(draft, one, PrefabOf(one), path));
            }
        }

        internal override void Make(AssetRun run)
        {
            if (one == null)
            {
                throw new Failure("not-found", "the object does not exist any more");
            }
            bool isDone = false;
            try
            {
                if (connect)
                {
                    Begin(run, one);
                    PrefabUtility.SaveAsPrefabAssetAndConnect(one, path, InteractionMode.UserAction, out isDone);
                    End(one);
                }
                else
                {
                    PrefabUtility.SaveAsPrefabAsset(one, path, out isDone);
                }
            }
            finally
            {
                if (AssetTree.Exists(path))
                {
                    run.Did(new AssetOperation.Vanish(path));
                }
            }
            if (!isDone)
            {
                throw new Failure("unity", "Unity did not create " + path + ": the console of Unity says why");
            }
        }

        private void CheckConnect(AssetArguments given)
        {
            foreach (Transform each in one.GetComponentsInChildren<Transform>(true))
            {
                if (Array.Exists(each.GetComponents<Component>(), component => component == null))
                {
                    throw new Failure("not-ready", "`" + given.Name("object") + "` is " + one.name + ", and the script of a component of " + each.name + " is missing, so Unity creates no prefab of it")
                    {
                        Hint = "repair the script, or remove the component"
                    };
                }
            }
            bool isInner = PrefabUtility.IsPartOfNonAssetPrefabInstance(one) && !PrefabUtility.IsAnyPrefabInstanceRoot(one);
            if (connect && isInner)
            {
                throw new Failure("invalid-argument", "`" + given.Name("object") + "` is " + one.name + ", which is a part of a prefab instance, so it cannot become an instance of another prefab")
                {
                    Hint = "pass false as `connect`, or unpack the instance first"
                };
            }
        }
    }
}
