using UnityEngine;

namespace UnityTools.Bridge
{
    /// <summary>Writes references to objects of scenes and to assets in the grammar of `wit/value.md`.</summary>
    internal static class ReferenceWriter
    {
        /// <param name="referred">Not null.</param>
        internal static void Write(UnityEngine.Object referred, ObjectTable objects, JsonWriter to)
        {
            Component component = referred as Component;
            GameObject one = component == null ? referred as GameObject : component.gameObject;
            bool isScene = one != null && one.scene.IsValid();
            if (!isScene && BuiltIn.Name(referred) == null && objects.Assets.Write(referred, to))
            {
                return;
            }
            to.Object();
            if (isScene)
            {
                to.Name("ref").Text(objects.Id(one)).Name("name").Text(one.name).Name("type").Text(referred.GetType().FullName);
                if (component != null)
                {
                    to.Name("component").Count(ObjectTable.IndexOf(component));
                }
            }
            else if (BuiltIn.Name(referred) != null)
            {
                to.Name("ref").Text(BuiltIn.Name(referred)).Name("name").Text(referred.name).Name("type").Text(referred.GetType().FullName);
            }
            else
            {
                to.Name("unverifiable").Text(referred.name).Name("type").Text(referred.GetType().FullName);
                to.Name("why").Text(objects.Assets.Unknown);
            }
            to.EndObject();
        }
    }
}
