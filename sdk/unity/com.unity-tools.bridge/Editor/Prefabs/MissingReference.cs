using System.Globalization;
using UnityEditor;

namespace UnityTools.Bridge
{
    /// <summary>A serialized reference to an object that does not exist.</summary>
    internal static class MissingReference
    {
        /// <summary>The reference as JSON, by the GUID of its file if Unity knows it; null if the property is empty.</summary>
        internal static string Read(SerializedProperty property)
        {
#if UNITY_6000_4_OR_NEWER
            UnityEngine.EntityId id = property.objectReferenceEntityIdValue;
            long number = NativeId.Of(id);
#elif UNITY_6000_3_OR_NEWER
            UnityEngine.EntityId id = property.objectReferenceInstanceIDValue;
            long number = property.objectReferenceInstanceIDValue;
#else
            int id = property.objectReferenceInstanceIDValue;
            long number = id;
#endif
            if (number == 0)
            {
                return null;
            }
            string guid;
            long file;
            bool isAsset = AssetDatabase.TryGetGUIDAndLocalFileIdentifier(id, out guid, out file) && !string.IsNullOrEmpty(guid);
            string named = isAsset ? guid : number.ToString(CultureInfo.InvariantCulture);
            return new JsonWriter().Object().Name("missing").Text(named).EndObject().ToString();
        }

        /// <summary>The GUID of the asset to which a missing reference leads; null if it leads to no asset.</summary>
        /// <param name="gone">The object in place of the missing one, which keeps its id.</param>
        internal static string Guid(UnityEngine.Object gone)
        {
            if (NativeId.Of(gone) == 0)
            {
                return null;
            }
#if UNITY_6000_4_OR_NEWER
            UnityEngine.EntityId id = gone.GetEntityId();
#elif UNITY_6000_3_OR_NEWER
            UnityEngine.EntityId id = gone.GetInstanceID();
#else
            int id = gone.GetInstanceID();
#endif
            string guid;
            long file;
            bool isAsset = AssetDatabase.TryGetGUIDAndLocalFileIdentifier(id, out guid, out file);
            return isAsset && !string.IsNullOrEmpty(guid) ? guid : null;
        }
    }
}
