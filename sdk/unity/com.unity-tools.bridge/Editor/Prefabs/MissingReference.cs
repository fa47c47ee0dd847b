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
            string guid;
            long file;
#if UNITY_6000_4_OR_NEWER
            UnityEngine.EntityId number = property.objectReferenceEntityIdValue;
            bool isEmpty = number == UnityEngine.EntityId.None;
#else
            int number = property.objectReferenceInstanceIDValue;
            bool isEmpty = number == 0;
#endif
            if (isEmpty)
            {
                return null;
            }
            bool isAsset = AssetDatabase.TryGetGUIDAndLocalFileIdentifier(number, out guid, out file) && !string.IsNullOrEmpty(guid);
            string named = isAsset ? guid : string.Format(CultureInfo.InvariantCulture, "{0}", number);
            return new JsonWriter().Object().Name("missing").Text(named).EndObject().ToString();
        }
    }
}
