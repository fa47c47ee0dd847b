using UnityEditor;

namespace UnityTools.Bridge
{
    /// <summary>The kinds of changes of assets by their names, and the checks that they share.</summary>
    internal static class AssetChanges
    {
        internal const string Known = "create-folder, create-asset, create-prefab, copy, move, delete, set, apply-overrides, revert-overrides, unpack";

        internal static AssetChange Plan(AssetDraft draft, string kind, AssetArguments given)
        {
            switch (kind)
            {
                case "create-folder":
                    return new FolderCreation(draft, given);
                case "create-asset":
                    return new AssetCreation(draft, given);
                case "create-prefab":
                    return new PrefabCreation(draft, given);
                case "apply-overrides":
                    return new OverrideChange(draft, given, true);
                case "revert-overrides":
                    return new OverrideChange(draft, given, false);
                case "unpack":
                    return new Unpacking(draft, given);
                case "set":
                    return new FieldChange(draft, given);
                case "copy":
                    return new AssetCopying(draft, given);
                case "move":
                    return new AssetMove(draft, given);
                case "delete":
                    return new AssetDeletion(draft, given);
                default:
                    throw Failure.Argument("`" + draft.Field + "` is not a known change, wanted: one of " + Known);
            }
        }

        /// <summary>The asset that a change is about.</summary>
        /// <exception cref="Failure">There is none.</exception>
        internal static AssetPlaces.Place Existing(AssetDraft draft, string field, string path)
        {
            AssetPlaces.Place place = draft.Places.Find(path);
            if (place == null)
            {
                throw new Failure("not-found", AssetPath.Named(field, path) + ", and there is no such asset") { Hint = Hint(path) };
            }
            if (place.Origin != null && string.IsNullOrEmpty(AssetDatabase.AssetPathToGUID(place.Origin)))
            {
                throw new Failure("not-found", AssetPath.Named(field, path) + ", which is on the disk, but Unity has not imported it")
                {
                    Hint = "call the menu item Assets/Refresh, or give Unity the focus"
                };
            }
            UnsavedAssets.CheckStage(field, place.Origin ?? path);
            return place;
        }

        /// <summary>Checks that a new asset can have a path.</summary>
        /// <exception cref="Failure">There is an asset already, or its folder does not exist.</exception>
        internal static void CheckFree(AssetDraft draft, string field, string path)
        {
            CheckAbsent(draft, field, path);
            string folder = ProjectPath.Folder(path);
            AssetPlaces.Place parent = draft.Places.Find(folder);
            if (parent == null)
            {
                throw new Failure("not-found", AssetPath.Named(field, path) + ", and there is no folder " + folder)
                {
                    Hint = "put {\"create-folder\": {\"path\": \"" + folder + "\"}} before this change"
                };
            }
            if (!parent.IsFolder)
            {
                throw AssetPath.Wrong(field, path, "leads through " + folder + ", which is no folder");
            }
        }

        /// <exception cref="Failure">There is an asset already.</exception>
        internal static void CheckAbsent(AssetDraft draft, string field, string path)
        {
            if (draft.Places.Find(path) != null)
            {
                throw new Failure("conflict", AssetPath.Named(field, path) + ", and there is an asset already")
                {
                    Hint = "nothing was changed; give another path, or delete or move that asset first"
                };
            }
            if (!AssetTree.Exists(path) && System.IO.File.Exists(ProjectFolder.Full(path) + AssetTree.Meta))
            {
                throw new Failure("conflict", AssetPath.Named(field, path) + ", and its .meta file exists without the asset")
                {
                    Hint = "call the menu item Assets/Refresh: Unity deletes such a file"
                };
            }
        }

        /// <summary>Notes that a change is about code.</summary>
        /// <param name="code">The first file with code; null if there is none.</param>
        /// <exception cref="Failure">The editor does not allow code.</exception>
        internal static void NeedCode(AssetDraft draft, AssetChange change, PlanRow row, string code)
        {
            string why = CodeAssets.Obstacle(code);
            if (why != null)
            {
                throw new Failure("permission-denied", "`" + draft.Field + "` is not allowed: " + why)
                {
                    Hint = "switch code on in Project Settings > Unity Tools, or change other assets"
                };
            }
            change.Code = code;
            if (code != null && row != null)
            {
                row.Need = PlanRow.SourceNeed(code);
            }
        }

        private static string Hint(string path)
        {
            string folder = ProjectPath.Folder(path);
            while (folder.Length > 0 && !AssetTree.Exists(folder))
            {
                folder = ProjectPath.Folder(folder);
            }
            return "list the assets of " + folder + " to see which there are";
        }
    }
}
