using System;
using System.Collections.Generic;
using System.Globalization;
using UnityEditor;
using UnityEngine;

namespace UnityTools.Bridge
{
    /// <summary>References to assets by their asset paths.</summary>
    internal sealed class EditorAssets : AssetNames
    {
        /// <summary>The files of Unity's own assets, which are in no project.</summary>
        private static readonly string[] OwnFiles = { "Library/unity default resources", "Resources/unity_builtin_extra" };

        internal override string Unknown
        {
            get { return "it is in no scene and in no file of the project"; }
        }

        internal override string Hint
        {
            get { return "write an object of a loaded scene as \"obj:-12\", and an asset as its asset path"; }
        }

        internal override string NoPrefabs
        {
            get { return "an editor searches the loaded scenes only; asset_info lists the objects of a prefab"; }
        }

        internal override string OnlyLoaded
        {
            get { return "the scene is not loaded, and an editor searches no files; open it"; }
        }

        internal override bool Write(UnityEngine.Object asset, JsonWriter to)
        {
            string path = AssetDatabase.GetAssetPath(asset);
            if (string.IsNullOrEmpty(path))
            {
                return false;
            }
            bool isOwn = Array.IndexOf(OwnFiles, path) >= 0;
            to.Object().Name("ref").Text(isOwn ? "builtin:" + asset.name : path).Name("name").Text(asset.name);
            to.Name("type").Text(asset.GetType().FullName);
            string guid;
            long file;
            // Each object of a prefab has its file id, as in a project folder.
            bool isMain = AssetDatabase.IsMainAsset(asset) && !path.EndsWith(".prefab", StringComparison.Ordinal);
            if (!isOwn && !isMain && AssetDatabase.TryGetGUIDAndLocalFileIdentifier(asset, out guid, out file))
            {
                to.Name("sub").Text(file.ToString(CultureInfo.InvariantCulture));
            }
            to.EndObject();
            return true;
        }

        internal override string Missing(UnityEngine.Object gone)
        {
            string guid = ReferenceEquals(gone, null) ? null : MissingReference.Guid(gone);
            if (guid == null)
            {
                return null;
            }
            return new JsonWriter().Object().Name("missing").Text(guid).Name("type").Text(gone.GetType().FullName).EndObject().ToString();
        }

        internal override UnityEngine.Object Read(Json given, Type type)
        {
            Json named = given.Kind == JsonKind.Object ? given["ref"] : given;
            string path = named != null && named.Kind == JsonKind.Text ? named.Text : "";
            if (path.IndexOf('/') < 0 || string.IsNullOrEmpty(AssetDatabase.AssetPathToGUID(path)))
            {
                if (path.StartsWith("Assets/", StringComparison.Ordinal) || path.StartsWith("Packages/", StringComparison.Ordinal))
                {
                    throw Failure.NotFound("there is no asset " + path);
                }
                return null;
            }
            Json sub = given.Kind == JsonKind.Object ? given["sub"] : null;
            return sub == null || sub.IsNull ? Main(path, type) : Sub(path, sub.Text ?? "", type);
        }

        internal override string Prefab(GameObject one)
        {
            GameObject root = PrefabUtility.GetOutermostPrefabInstanceRoot(one);
            GameObject source = root == null ? null : PrefabUtility.GetCorrespondingObjectFromSource(root);
            return source == null ? "" : AssetDatabase.GetAssetPath(source);
        }

        internal override bool IsInstance(GameObject one, string path, bool isRoot)
        {
            // Each source of an object of a nested instance is in the next inner prefab.
            for (GameObject source = PrefabUtility.GetCorrespondingObjectFromSource(one); source != null; source = PrefabUtility.GetCorrespondingObjectFromSource(source))
            {
                if (AssetDatabase.GetAssetPath(source) == path && (!isRoot || source.transform.parent == null))
                {
                    return true;
                }
            }
            return false;
        }

        internal override string PrefabPath(string fact, Json given)
        {
            string text = given.Kind == JsonKind.Text ? given.Text : "";
            string path = text.IndexOf('/') < 0 ? AssetDatabase.GUIDToAssetPath(text) : text;
            if (!string.IsNullOrEmpty(path) && !string.IsNullOrEmpty(AssetDatabase.AssetPathToGUID(path)))
            {
                return path;
            }
            List<string> known = new List<string>(Array.ConvertAll(AssetDatabase.FindAssets("t:Prefab"), AssetDatabase.GUIDToAssetPath));
            string name = fact.Replace('-', '_');
            string message = "where: " + name + " is compared with " + given.Raw + ": expected the path of a prefab or model of the project, or null";
            Failure none = Near.None("where", text, message, known, "list_assets with kind Prefab lists them");
            throw new Failure("invalid-argument", message) { Hint = none.Hint, Facts = none.Facts };
        }

        /// <summary>The main object of the asset, or else its only object of that type.</summary>
        private static UnityEngine.Object Main(string path, Type type)
        {
            UnityEngine.Object main = AssetDatabase.LoadMainAssetAtPath(path);
            GameObject root = main as GameObject;
            UnityEngine.Object fitting = root != null && typeof(Component).IsAssignableFrom(type) ? root.GetComponent(type) : main;
            if (type.IsInstanceOfType(fitting))
            {
                return fitting;
            }
            List<UnityEngine.Object> others = new List<UnityEngine.Object>();
            foreach (UnityEngine.Object one in AssetDatabase.LoadAllAssetsAtPath(path))
            {
                if (type.IsInstanceOfType(one))
                {
                    others.Add(one);
                }
            }
            if (others.Count == 1)
            {
                return others[0];
            }
            string found = main == null ? "no object" : "a " + main.GetType().FullName;
            throw Failure.Argument("the value is " + path + ", which contains " + found + ", wanted: a " + type.FullName);
        }

        /// <param name="sub">The file id of the object, or its name.</param>
        private static UnityEngine.Object Sub(string path, string sub, Type type)
        {
            List<string> known = new List<string>();
            foreach (UnityEngine.Object one in AssetDatabase.LoadAllAssetsAtPath(path))
            {
                string guid;
                long file = 0;
                bool isKnown = one != null && AssetDatabase.TryGetGUIDAndLocalFileIdentifier(one, out guid, out file);
                string number = file.ToString(CultureInfo.InvariantCulture);
                if (isKnown && type.IsInstanceOfType(one) && (number == sub || one.name == sub))
                {
                    return one;
                }
                if (isKnown)
                {
                    known.Add(number + " (" + one.name + ", " + one.GetType().FullName + ")");
                }
            }
            string listed = string.Join(", ", known.GetRange(0, Math.Min(20, known.Count)).ToArray());
            throw Failure.NotFound("`sub` is " + sub + ", which is no " + type.FullName + " in " + path + "; it contains " + listed);
        }
    }
}
