using System;
using System.Collections.Generic;
using System.Globalization;
using System.IO;
using UnityEditor;
using UnityEngine;

namespace UnityTools.Bridge
{
    /// <summary>The object of an asset whose fields a change sets: the main object, a sub-asset, or the importer.</summary>
    internal sealed class FieldTarget
    {
        private const string MainPart = "main";
        private const string ImporterPart = "importer";
        private const int Listed = 20;

        /// <summary>The file id of a sub-asset; null for another part.</summary>
        private readonly string sub;

        /// <exception cref="Failure">The argument is no part of an asset.</exception>
        internal FieldTarget(string field, Json part)
        {
            Json id = part.Kind == JsonKind.Object && part.Names.Count == 1 ? part["sub"] : null;
            sub = id != null && id.Kind == JsonKind.Text ? id.Text : null;
            IsImporter = part.Kind == JsonKind.Text && part.Text == ImporterPart;
            if (sub == null && !IsImporter && !(part.Kind == JsonKind.Text && part.Text == MainPart))
            {
                throw Arguments.Wrong(field, part, "\"main\", \"importer\" or {\"sub\": \"<file id>\"}");
            }
        }

        internal bool IsImporter { get; private set; }

        internal bool IsMain
        {
            get { return sub == null && !IsImporter; }
        }

        /// <summary>The same text for the same part.</summary>
        internal string Key
        {
            get { return IsImporter ? ImporterPart : sub ?? MainPart; }
        }

        /// <summary>The path of the file that contains the fields.</summary>
        internal string File(string path)
        {
            return IsImporter ? path + AssetTree.Meta : path;
        }

        /// <exception cref="Failure">The asset has no such object, or its fields cannot be set.</exception>
        internal UnityEngine.Object Find(string field, string path)
        {
            if (!IsImporter && path.EndsWith(".unity", StringComparison.OrdinalIgnoreCase))
            {
                throw new Failure("unsupported", AssetPath.Named(field, path) + ", which is a scene, and has no fields of its own")
                {
                    Hint = "open the scene, and edit its objects"
                };
            }
            UnityEngine.Object found = IsImporter ? AssetImporter.GetAtPath(path) : sub == null ? AssetDatabase.LoadMainAssetAtPath(path) : Sub(field, path);
            if (found == null)
            {
                throw new Failure("not-found", AssetPath.Named(field, path) + ", and Unity loads no object of it: its script may be missing");
            }
            if (!IsImporter && !path.EndsWith(".prefab", StringComparison.OrdinalIgnoreCase) && !AssetDatabase.IsNativeAsset(found))
            {
                throw new Failure("unsupported", AssetPath.Named(field, path) + ", which Unity imports from its file, so its " + found.GetType().FullName + " cannot be changed")
                {
                    Hint = "set a field of its importer with `part`: \"importer\""
                };
            }
            return found;
        }

        /// <exception cref="Failure">The file cannot be written.</exception>
        internal void CheckWritable(string field, string path)
        {
            string full = ProjectFolder.Full(File(path));
            if (System.IO.File.Exists(full) && (System.IO.File.GetAttributes(full) & FileAttributes.ReadOnly) != 0)
            {
                throw new Failure("conflict", AssetPath.Named(field, path) + ", and " + File(path) + " is read-only")
                {
                    Hint = "make the file writable, for example by a check-out from version control"
                };
            }
        }

        private UnityEngine.Object Sub(string field, string path)
        {
            List<string> known = new List<string>();
            foreach (UnityEngine.Object one in AssetDatabase.LoadAllAssetsAtPath(path))
            {
                string guid;
                long file;
                if (one == null || !AssetDatabase.TryGetGUIDAndLocalFileIdentifier(one, out guid, out file))
                {
                    continue;
                }
                string number = file.ToString(CultureInfo.InvariantCulture);
                if (number == sub)
                {
                    return one;
                }
                known.Add(number + " (" + one.name + ", " + one.GetType().FullName + ")");
            }
            string listed = string.Join(", ", known.GetRange(0, Math.Min(Listed, known.Count)).ToArray());
            throw new Failure("not-found", AssetPath.Named(field, path) + ", which has no object with the file id " + Surrogates.Cut(sub, 40)) { Hint = "it has " + listed };
        }
    }
}
