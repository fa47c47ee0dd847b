using System.Collections.Generic;
using UnityEditor;

namespace UnityTools.Bridge
{
    /// <summary>Creates a folder and the missing folders above it.</summary>
    internal sealed class FolderCreation : AssetChange
    {
        /// <summary>The outermost first.</summary>
        private readonly List<string> folders = new List<string>();

        internal FolderCreation(AssetDraft draft, AssetArguments given)
        {
            string path = given.Path("path");
            string field = given.Name("path");
            AssetChanges.CheckAbsent(draft, field, path);
            string above = path;
            AssetPlaces.Place found = null;
            for (; found == null; above = ProjectPath.Folder(above), found = draft.Places.Find(above))
            {
                folders.Insert(0, above);
            }
            if (!found.IsFolder)
            {
                throw AssetPath.Wrong(field, path, "leads through " + above + ", which is no folder");
            }
            foreach (string folder in folders)
            {
                AssetChanges.CheckAbsent(draft, field, folder);
                draft.Places.Create(draft.At, folder, true, this);
                draft.Row(AssetRows.OfPath(draft.At, folder, null, folder));
            }
        }

        internal override void Make(AssetRun run)
        {
            foreach (string folder in folders)
            {
                string guid = AssetDatabase.CreateFolder(ProjectPath.Folder(folder), ProjectPath.Name(folder));
                string made = string.IsNullOrEmpty(guid) ? null : AssetDatabase.GUIDToAssetPath(guid);
                if (!string.IsNullOrEmpty(made))
                {
                    run.Did(new AssetOperation.Vanish(made));
                }
                if (made != folder)
                {
                    throw new Failure("unity", made == null ? "Unity did not create the folder " + folder : "Unity created " + made + " in place of " + folder);
                }
            }
        }
    }
}
