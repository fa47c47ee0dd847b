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

        /// <summary>The asset that the value refers to; null if the value is no reference to an asset.</summary>
        /// <param name="given">An asset path, or an object with `ref` and an optional `sub`.</param>
        /// <exception cref="Failure">There is no such asset, or it does not fit the type.</exception>
        internal virtual UnityEngine.Object Read(Json given, Type type)
        {
            return null;
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
