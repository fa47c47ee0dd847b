using UnityEditor;
using UnityEngine;

namespace UnityTools.Bridge
{
    /// <summary>Unpacks a prefab instance: its objects stay, and their link to the prefab ends.</summary>
    internal sealed class Unpacking : PrefabChange
    {
        private readonly GameObject one;
        private readonly PrefabUnpackMode mode;

        internal Unpacking(AssetDraft draft, AssetArguments given)
        {
            mode = given.Bool("completely") ? PrefabUnpackMode.Completely : PrefabUnpackMode.OutermostRoot;
            one = SceneObject(draft, given);
            if (!PrefabUtility.IsPartOfNonAssetPrefabInstance(one) || !PrefabUtility.IsOutermostPrefabInstanceRoot(one))
            {
                GameObject root = PrefabUtility.IsPartOfNonAssetPrefabInstance(one) ? PrefabUtility.GetOutermostPrefabInstanceRoot(one) : null;
                throw new Failure("invalid-argument", "`" + given.Name("object") + "` is " + draft.Objects.Id(one) + " (" + one.name + "), which is no root of a prefab instance")
                {
                    Hint = root == null ? "list the overrides of an object to see whether it is an instance" : "give " + draft.Objects.Id(root) + " (" + root.name + ")"
                };
            }
            draft.Row(LinkRow(draft, one, PrefabOf(one), null));
        }

        internal override void Make(AssetRun run)
        {
            Begin(run, one);
            PrefabUtility.UnpackPrefabInstance(one, mode, InteractionMode.UserAction);
            End(one);
        }
    }
}
