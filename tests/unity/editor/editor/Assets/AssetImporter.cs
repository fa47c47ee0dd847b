using System;
using System.Globalization;
using System.IO;
using System.Reflection;
using UnityDouble;
using UnityEngine;
using Object = UnityEngine.Object;

namespace UnityEditor
{
    /// <summary>The import settings of an asset. Those of the fields below can be changed.</summary>
    // Follows Editor/Mono/AssetPipeline/AssetImporter.bindings.cs.
    [FileClass(1003, "AssetImporter")]
    public class AssetImporter : Object
    {
        [SerializeField] internal string m_UserData = string.Empty;
        [SerializeField] internal string m_AssetBundleName = string.Empty;

        [SerializeField]
        private string path = string.Empty;

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
            get { return m_UserData; }
            set { m_UserData = value ?? string.Empty; }
        }

        public string assetBundleName
        {
            get { return m_AssetBundleName; }
            set { m_AssetBundleName = value ?? string.Empty; }
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
            AssetImporter known = Loaded(path);
            if (known != null)
            {
                return known;
            }
            bool isTexture = MetaFile.Importer(path, Directory.Exists(MetaFile.FullPath(path))) == "TextureImporter";
            AssetImporter importer = (AssetImporter)World.Create(isTexture ? typeof(TextureImporter) : typeof(AssetImporter), 0);
            importer.path = path;
            importer.hideFlags = HideFlags.HideAndDontSave;
            importer.Read();
            return importer;
        }

        /// <summary>Writes the .meta file and imports the asset again.</summary>
        public void SaveAndReimport()
        {
            string[] lines = File.ReadAllText(Meta).Split('\n');
            foreach (FieldInfo field in Fields())
            {
                for (int i = 0; i < lines.Length; i++)
                {
                    if (lines[i].StartsWith("  " + Key(field) + ":", StringComparison.Ordinal))
                    {
                        lines[i] = "  " + Key(field) + ": " + Convert.ToString(field.GetValue(this), CultureInfo.InvariantCulture);
                    }
                }
            }
            string text = string.Join("\n", lines);
            if (text != File.ReadAllText(Meta))
            {
                File.WriteAllText(Meta, text);
            }
            DirtyObjects.Clear(m_InstanceID);
            AssetDatabase.ImportAsset(path);
        }

        /// <summary>Reads the settings of a loaded importer again after its .meta file changed.</summary>
        internal static void Reimported(string path)
        {
            AssetImporter known = Loaded(path);
            if (known != null)
            {
                known.Read();
                DirtyObjects.Clear(known.m_InstanceID);
            }
        }

        private static AssetImporter Loaded(string path)
        {
            foreach (Object one in World.All)
            {
                AssetImporter known = one as AssetImporter;
                if (!ReferenceEquals(known, null) && known.path == path)
                {
                    return known;
                }
            }
            return null;
        }

        private void Read()
        {
            string text = File.ReadAllText(Meta);
            foreach (FieldInfo field in Fields())
            {
                string value = MetaFile.Read(text, Key(field)) ?? string.Empty;
                field.SetValue(this, field.FieldType == typeof(int) ? (object)(value.Length == 0 ? 0 : int.Parse(value, CultureInfo.InvariantCulture)) : value);
            }
        }

        private FieldInfo[] Fields()
        {
            return Array.FindAll(GetType().GetFields(BindingFlags.Instance | BindingFlags.NonPublic), one => one.IsDefined(typeof(SerializeField), false) && one.Name.StartsWith("m_", StringComparison.Ordinal));
        }

        /// <summary>`userData` for `m_UserData`, as .meta files have it.</summary>
        private static string Key(FieldInfo field)
        {
            return char.ToLowerInvariant(field.Name[2]) + field.Name.Substring(3);
        }
    }

    /// <summary>The import settings of a picture.</summary>
    // Follows Editor/Mono/AssetPipeline/TextureImporter.bindings.cs: members; the serialized flags are numbers, as in TextureImporterInspector.cs.
    [FileClass(1006, "TextureImporter")]
    public sealed class TextureImporter : AssetImporter
    {
        [SerializeField] internal int m_IsReadable = 0;
        [SerializeField] internal int m_MaxTextureSize = 2048;

        private TextureImporter()
        {
        }

        public bool isReadable
        {
            get { return m_IsReadable != 0; }
            set { m_IsReadable = value ? 1 : 0; }
        }

        public int maxTextureSize
        {
            get { return m_MaxTextureSize; }
            set { m_MaxTextureSize = value; }
        }
    }
}
