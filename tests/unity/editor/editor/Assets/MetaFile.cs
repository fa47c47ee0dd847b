using System;
using System.IO;

namespace UnityDouble
{
    /// <summary>The .meta file beside an asset: its GUID and its import settings.</summary>
    // Follows the manual, "Asset metadata": each file and folder below Assets has one, and it holds the GUID.
    internal static class MetaFile
    {
        internal const string Ending = ".meta";

        /// <summary>Returns the GUID of the file or folder, and writes the .meta file if it is missing.</summary>
        internal static string GuidOf(string path)
        {
            string meta = FullPath(path) + Ending;
            if (File.Exists(meta))
            {
                string guid = Read(File.ReadAllText(meta), "guid");
                if (guid != null)
                {
                    return guid;
                }
            }
            string created = Guid.NewGuid().ToString("N");
            Write(path, created);
            return created;
        }

        /// <summary>Writes a new .meta file with the importer that the file name calls for.</summary>
        internal static void Write(string path, string guid)
        {
            string text = "fileFormatVersion: 2\nguid: " + guid + "\n";
            bool folder = Directory.Exists(FullPath(path));
            text += folder ? "folderAsset: yes\n" : string.Empty;
            text += Importer(path, folder) + ":\n";
            text += "  externalObjects: {}\n" + More(path) + "  userData: \n  assetBundleName: \n  assetBundleVariant: \n";
            File.WriteAllText(FullPath(path) + Ending, text);
        }

        /// <summary>Returns the value of a key of a .meta file at any indentation, or null.</summary>
        internal static string Read(string text, string key)
        {
            foreach (string line in text.Split('\n'))
            {
                string trimmed = line.Trim();
                if (trimmed.StartsWith(key + ":", StringComparison.Ordinal))
                {
                    return trimmed.Substring(key.Length + 1).Trim();
                }
            }
            return null;
        }

        /// <summary>Returns the type name of the importer as a .meta file has it.</summary>
        internal static string Importer(string path, bool folder)
        {
            switch (folder ? string.Empty : Path.GetExtension(path).ToLowerInvariant())
            {
                case ".cs":
                    return "MonoImporter";
                case ".prefab":
                    return "PrefabImporter";
                case ".asset":
                case ".mat":
                    return "NativeFormatImporter";
                case ".png":
                case ".jpg":
                    return "TextureImporter";
                case ".txt":
                case ".json":
                case ".xml":
                case ".csv":
                case ".bytes":
                case ".yaml":
                case ".html":
                case ".htm":
                case ".md":
                    return "TextScriptImporter";
                default:
                    return "DefaultImporter";
            }
        }

        /// <summary>Returns the full path of a path that is relative to the project folder.</summary>
        internal static string FullPath(string path)
        {
            return Path.Combine(Native.Options.Project, path);
        }

        private static string More(string path)
        {
            switch (Importer(path, Directory.Exists(FullPath(path))))
            {
                case "MonoImporter":
                    return "  serializedVersion: 2\n  defaultReferences: []\n  executionOrder: 0\n  icon: {instanceID: 0}\n";
                case "TextureImporter":
                    return "  isReadable: 0\n  maxTextureSize: 2048\n";
                case "NativeFormatImporter":
                    return "  mainObjectFileID: " + (path.EndsWith(".mat", StringComparison.OrdinalIgnoreCase) ? "2100000" : "11400000") + "\n";
                default:
                    return string.Empty;
            }
        }
    }
}
