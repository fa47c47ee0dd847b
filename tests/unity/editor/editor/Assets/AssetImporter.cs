using System.IO;
using UnityDouble;
using UnityEngine;
using Object = UnityEngine.Object;

namespace UnityEditor
{
    /// <summary>The import settings of an asset. Only the user data of the default importer can be changed.</summary>
    // Follows Editor/Mono/AssetPipeline/AssetImporter.bindings.cs.
    public class AssetImporter : Object
    {
        [SerializeField]
        private string path = string.Empty;

        private string changedUserData = string.Empty;
        private bool isChanged;

        internal AssetImporter()
        {
        }

        public string assetPath
        {
            get { return path; }
        }

        /// <summary>A text that the .meta file keeps for tools.</summary>
        public string userData
        {
            get
            {
                return isChanged ? changedUserData : MetaFile.Read(File.ReadAllText(Meta), "userData") ?? string.Empty;
            }

            set
            {
                changedUserData = value ?? string.Empty;
                isChanged = true;
            }
        }

        internal override string StoredName
        {
            get { return Path.GetFileNameWithoutExtension(path); }
            set { throw new UnityException("the name of an importer cannot be changed"); }
        }

        private string Meta
        {
            get { return MetaFile.FullPath(path) + MetaFile.Ending; }
        }

        /// <summary>Returns the importer of an asset, or null.</summary>
        public static AssetImporter GetAtPath(string path)
        {
            if (AssetList.OfPath(path) == null)
            {
                return null;
            }
            foreach (Object one in World.All)
            {
                AssetImporter known = one as AssetImporter;
                if (!ReferenceEquals(known, null) && known.path == path)
                {
                    return known;
                }
            }
            AssetImporter importer = (AssetImporter)World.Create(typeof(AssetImporter), 0);
            importer.path = path;
            importer.hideFlags = HideFlags.HideAndDontSave;
            return importer;
        }

        /// <summary>Writes the .meta file and imports the asset again.</summary>
        public void SaveAndReimport()
        {
            if (isChanged)
            {
                string[] lines = File.ReadAllText(Meta).Split('\n');
                for (int i = 0; i < lines.Length; i++)
                {
                    if (lines[i].TrimStart().StartsWith("userData:", System.StringComparison.Ordinal))
                    {
                        lines[i] = "  userData: " + changedUserData;
                    }
                }
                File.WriteAllText(Meta, string.Join("\n", lines));
                isChanged = false;
            }
            AssetDatabase.ImportAsset(path);
        }
    }
}
