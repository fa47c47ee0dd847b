using System;

namespace UnityTools.Bridge
{
    /// <summary>References to assets by their paths. A player does not know the paths; an editor replaces this class.</summary>
    internal class AssetNames
    {
        /// <summary>Writes a reference to the asset; false if its path is unknown.</summary>
        internal virtual bool Write(UnityEngine.Object asset, JsonWriter to)
        {
            return false;
        }

        /// <summary>
        /// The value for a reference to an object that its asset does not contain, or whose asset is gone, as JSON. Null for
        /// other references that equal null.
        /// </summary>
        internal virtual string Missing(UnityEngine.Object gone)
        {
            return null;
        }

        /// <summary>The asset that the value refers to; null if the value is no reference to an asset.</summary>
        /// <param name="given">An asset path, or an object with `ref` and an optional `sub`.</param>
        /// <exception cref="Failure">There is no such asset, or it does not fit the type.</exception>
        internal virtual UnityEngine.Object Read(Json given, Type type)
        {
            return null;
        }

        /// <summary>
        /// The asset path of the prefab or model whose instance in a scene contains the object. Empty if the object belongs
        /// to no instance, null if that is not known.
        /// </summary>
        internal virtual string Prefab(UnityEngine.GameObject one)
        {
            return null;
        }

        /// <summary>Whether the object belongs to an instance of the asset, also to a nested one.</summary>
        /// <param name="isRoot">Only the root of an instance fits.</param>
        internal virtual bool IsInstance(UnityEngine.GameObject one, string path, bool isRoot)
        {
            return false;
        }

        /// <summary>The path of a prefab or model that a filter names by its path or guid.</summary>
        /// <exception cref="Failure">There is no such asset.</exception>
        internal virtual string PrefabPath(string fact, Json given)
        {
            return given.Text;
        }

        /// <summary>The reason why a query does not search prefabs.</summary>
        internal virtual string NoPrefabs
        {
            get { return "a player has no prefabs, only what was made of them"; }
        }

        /// <summary>The reason why a query does not search a scene that is not loaded.</summary>
        internal virtual string OnlyLoaded
        {
            get { return "the scene is not loaded, and a player reads no files; open it"; }
        }

        /// <summary>The reason why a reference cannot be written.</summary>
        internal virtual string Unknown
        {
            get { return "a player does not know the paths of assets"; }
        }

        /// <summary>What a caller can write instead of a reference that cannot be read.</summary>
        internal virtual string Hint
        {
            get { return "a player does not know the paths of assets"; }
        }
    }
}
