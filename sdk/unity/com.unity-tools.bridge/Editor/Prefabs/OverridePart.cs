using System.Collections.Generic;
using UnityEditor;
using UnityEngine;

namespace UnityTools.Bridge
{
    /// <summary>The fields of one object or component, and of the one that it is compared with.</summary>
    internal sealed class OverridePart
    {
        internal readonly GameObject Owner;
        internal readonly Object Here;
        internal readonly Object Source;

        /// <summary>Position of the component; -1 for the fields of the object itself.</summary>
        internal readonly int Index;

        private SerializedObject here;
        private SerializedObject source;

        internal OverridePart(GameObject owner, Object here, Object source, int index)
        {
            Owner = owner;
            Here = here;
            Source = source;
            Index = index;
        }

        internal SerializedObject HereObject
        {
            get { return here = here ?? new SerializedObject(Here); }
        }

        internal SerializedObject SourceObject
        {
            get { return source = source ?? new SerializedObject(Source); }
        }

        /// <summary>The paths that can be read, in the order of the overrides; the others are added to <paramref name="unused"/>.</summary>
        internal List<string> Paths(List<PropertyModification> modifications, UnusedOverrides unused)
        {
            List<string> paths = new List<string>();
            foreach (PropertyModification one in modifications)
            {
                if (SerializedPath.IsNullMark(one.propertyPath))
                {
                    continue;
                }
                if (HereObject.FindProperty(one.propertyPath) == null)
                {
                    bool isItem = one.propertyPath.IndexOf(".Array.data[", System.StringComparison.Ordinal) >= 0;
                    unused.Add(SerializedPath.Shown(one.propertyPath), isItem ? "beyond the end of its array" : "the component has no such field");
                    continue;
                }
                paths.Add(SerializedPath.Whole(HereObject, one.propertyPath));
            }
            return SerializedPath.Outermost(paths);
        }

        /// <summary>The value on the instance as JSON.</summary>
        internal string Value(string path, SerializedValue reader)
        {
            return Read(HereObject, path, reader);
        }

        /// <summary>The value in the prefab as JSON; null if the prefab has no such field.</summary>
        internal string SourceValue(string path, SerializedValue reader)
        {
            return Read(SourceObject, path, reader);
        }

        private static string Read(SerializedObject on, string path, SerializedValue reader)
        {
            SerializedProperty found = on.FindProperty(path);
            return found == null ? null : reader.Read(found);
        }
    }
}
