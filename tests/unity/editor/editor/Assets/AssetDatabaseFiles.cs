using System;
using System.Collections.Generic;
using System.IO;
using UnityDouble;
using UnityEngine;

namespace UnityEditor
{
    /// <content>Folders, moves, copies and deletions.</content>
    public partial class AssetDatabase
    {
        /// <summary>Creates a folder and returns its GUID, or an empty string.</summary>
        public static string CreateFolder(string parentFolder, string newFolderName)
        {
            if (!IsValidFolder(parentFolder) || !IsFileName(newFolderName))
            {
                Debug.LogError("cannot create the folder " + newFolderName + " in " + parentFolder + ": the parent folder is missing or the name is not allowed");
                return string.Empty;
            }
            string path = GenerateUniqueAssetPath(parentFolder + "/" + newFolderName);
            Directory.CreateDirectory(MetaFile.FullPath(path));
            string guid = AssetPaths.NoteWithFolders(path).Guid;
            AssetImports.Imported(path);
            return guid;
        }

        /// <summary>Returns an empty string if the move is possible, otherwise the reason.</summary>
        public static string ValidateMoveAsset(string oldPath, string newPath)
        {
            if (AssetList.OfPath(oldPath) == null)
            {
                return "The source asset could not be found: " + oldPath;
            }
            if (Exists(newPath) && !string.Equals(oldPath, newPath, StringComparison.OrdinalIgnoreCase))
            {
                return "Destination path name does already exist: " + newPath;
            }
            if (!IsValidFolder(AssetPaths.Folder(newPath)))
            {
                return "Parent directory is not in asset database: " + newPath;
            }
            if (newPath.StartsWith(oldPath + "/", StringComparison.Ordinal))
            {
                return "Cannot move a folder into itself: " + newPath;
            }
            return string.Empty;
        }

        /// <summary>Moves an asset with its .meta file; returns an empty string or the error.</summary>
        public static string MoveAsset(string oldPath, string newPath)
        {
            string error = ValidateMoveAsset(oldPath, newPath);
            if (error.Length > 0)
            {
                return error;
            }
            AssetMoveResult said = AssetModification.WillMove(oldPath, newPath);
            if (said == AssetMoveResult.DidMove)
            {
                throw new NotSupportedException("the editor double does not imitate scripts that move assets themselves");
            }
            if (said != AssetMoveResult.DidNotMove)
            {
                return "Moving " + oldPath + " to " + newPath + " was refused by a script";
            }
            List<KeyValuePair<string, string>> moves = new List<KeyValuePair<string, string>> { new KeyValuePair<string, string>(oldPath, newPath) };
            foreach (string inside in AssetPaths.Below(oldPath))
            {
                moves.Add(new KeyValuePair<string, string>(inside, newPath + inside.Substring(oldPath.Length)));
            }
            MoveOnDisk(MetaFile.FullPath(oldPath), MetaFile.FullPath(newPath));
            AssetList.Scan();
            foreach (KeyValuePair<string, string> move in moves)
            {
                LoadedAssets.Moved(move.Value);
                foreach (SceneData scene in World.Scenes)
                {
                    // An open scene follows its file.
                    if (scene.Path == move.Key)
                    {
                        scene.Path = move.Value;
                    }
                }
            }
            AssetImports.Moved(moves);
            RequestCompilation(moves.ConvertAll(delegate(KeyValuePair<string, string> move) { return move.Value; }));
            return string.Empty;
        }

        /// <summary>Renames an asset; the new name has no extension. Returns an empty string or the error.</summary>
        public static string RenameAsset(string pathName, string newName)
        {
            if (!IsFileName(newName))
            {
                return "The name is not allowed: " + newName;
            }
            string ending = IsValidFolder(pathName) ? string.Empty : Path.GetExtension(pathName);
            return MoveAsset(pathName, AssetPaths.Folder(pathName) + "/" + newName + ending);
        }

        /// <summary>Copies an asset; the copy has a new GUID.</summary>
        public static bool CopyAsset(string path, string newPath)
        {
            if (AssetList.OfPath(path) == null || !IsValidFolder(AssetPaths.Folder(newPath)))
            {
                Debug.LogError("cannot copy " + path + " to " + newPath + ": the asset or the target folder is missing");
                return false;
            }
            List<string> copied = AssetPaths.Below(path);
            copied.Insert(0, path);
            foreach (string one in copied)
            {
                CopyOne(one, newPath + one.Substring(path.Length));
            }
            AssetList.Scan();
            foreach (string one in copied)
            {
                AssetImports.Imported(newPath + one.Substring(path.Length));
            }
            RequestCompilation(copied);
            return true;
        }

        private static void CopyOne(string path, string newPath)
        {
            LoadedAssets.SaveIfDirty(path);
            string from = MetaFile.FullPath(path);
            string to = MetaFile.FullPath(newPath);
            if (Directory.Exists(from))
            {
                Directory.CreateDirectory(to);
            }
            else
            {
                File.Copy(from, to, true);
            }
            if (!File.Exists(to + MetaFile.Ending))
            {
                string meta = File.ReadAllText(from + MetaFile.Ending);
                File.WriteAllText(to + MetaFile.Ending, meta.Replace(AssetPathToGUID(path), Guid.NewGuid().ToString("N")));
            }
        }

        public static bool DeleteAsset(string path)
        {
            return Remove(path, null);
        }

        /// <summary>Moves an asset into Temp/Trash of the project, which replaces the trash of the system.</summary>
        public static bool MoveAssetToTrash(string path)
        {
            string trash = MetaFile.FullPath("Temp/Trash/" + Guid.NewGuid().ToString("N"));
            return Remove(path, trash);
        }

        public static bool DeleteAssets(string[] paths, List<string> outFailedPaths)
        {
            foreach (string path in paths)
            {
                if (!DeleteAsset(path))
                {
                    outFailedPaths.Add(path);
                }
            }
            return outFailedPaths.Count == 0;
        }

        public static bool MoveAssetsToTrash(string[] paths, List<string> outFailedPaths)
        {
            foreach (string path in paths)
            {
                if (!MoveAssetToTrash(path))
                {
                    outFailedPaths.Add(path);
                }
            }
            return outFailedPaths.Count == 0;
        }

        private static bool Remove(string path, string trash)
        {
            if (AssetList.OfPath(path) == null)
            {
                return false;
            }
            List<string> removed = AssetPaths.Below(path);
            removed.Add(path);
            string full = MetaFile.FullPath(path);
            if (trash != null)
            {
                Directory.CreateDirectory(trash);
                MoveOnDisk(full, Path.Combine(trash, Path.GetFileName(path)));
            }
            else
            {
                DeleteOnDisk(full);
            }
            removed.ForEach(LoadedAssets.Unload);
            AssetList.Scan();
            AssetImports.Deleted(removed);
            RequestCompilation(removed);
            return true;
        }

        private static void RequestCompilation(List<string> paths)
        {
            if (paths.Exists(delegate(string one) { return one.EndsWith(".cs", StringComparison.Ordinal); }) && ScriptSources.AnyChanged(Native.Options))
            {
                Native.Store.Compile.Request();
            }
        }

        private static void DeleteOnDisk(string full)
        {
            if (Directory.Exists(full))
            {
                Directory.Delete(full, true);
            }
            else
            {
                File.Delete(full);
            }
            File.Delete(full + MetaFile.Ending);
        }

        private static void MoveOnDisk(string from, string to)
        {
            if (Directory.Exists(from))
            {
                Directory.Move(from, to);
            }
            else
            {
                File.Move(from, to);
            }
            if (File.Exists(from + MetaFile.Ending))
            {
                File.Move(from + MetaFile.Ending, to + MetaFile.Ending);
            }
        }

        private static bool IsFileName(string name)
        {
            return !string.IsNullOrEmpty(name) && name.IndexOfAny(new[] { '/', '\\', ':', '*', '?', '"', '<', '>', '|' }) < 0 && name[0] != '.';
        }
    }
}
