using System;
using System.Collections.Generic;
using UnityEditor;
using UnityEngine;

namespace UnityTools.Bridge
{
    /// <summary>Finds the fields in which two objects or components of one type differ.</summary>
    internal sealed class SerializedDifference
    {
        /// <summary>Bookkeeping of Unity, and fields that follow from the hierarchy.</summary>
        private static readonly string[] Wiring =
        {
            "m_ObjectHideFlags", "m_EditorHideFlags", "m_EditorClassIdentifier", "m_GameObject", "m_Component", "m_Script", "serializedVersion",
            "references", "m_RootOrder", "m_LocalEulerAnglesHint", "m_CorrespondingSourceObject", "m_PrefabInstance", "m_PrefabAsset",
            "m_PrefabParentObject", "m_PrefabInternal"
        };

        private readonly ObjectPairs pairs;
        private readonly SerializedValue reader;
        private readonly List<string> found = new List<string>();

        private SerializedDifference(ObjectPairs pairs, SerializedValue reader)
        {
            this.pairs = pairs;
            this.reader = reader;
        }

        /// <summary>Paths of different values, in the order of the fields.</summary>
        internal static List<string> Paths(SerializedObject one, SerializedObject two, ObjectPairs pairs, SerializedValue reader)
        {
            SerializedDifference walk = new SerializedDifference(pairs, reader);
            foreach (SerializedProperty field in SerializedValue.Children(one.GetIterator()))
            {
                if (IsCompared(one.targetObject, field.name))
                {
                    walk.Compare(field, two.FindProperty(field.propertyPath));
                }
            }
            return walk.found;
        }

        private static bool IsCompared(UnityEngine.Object of, string name)
        {
            bool isPlace = of is Transform && (name == "m_Father" || name == "m_Children");
            bool isOwnName = of is MonoBehaviour && name == "m_Name";
            return !isPlace && !isOwnName && Array.IndexOf(Wiring, name) < 0;
        }

        private void Compare(SerializedProperty one, SerializedProperty two)
        {
            if (two == null || one.propertyType != two.propertyType)
            {
                found.Add(one.propertyPath);
            }
            else if (one.propertyType == SerializedPropertyType.ObjectReference)
            {
                Add(one, IsSameReference(one, two));
            }
            else if (one.propertyType != SerializedPropertyType.Generic)
            {
                Add(one, Comparing.Same(JsonReader.Read(reader.Read(one)), JsonReader.Read(reader.Read(two))));
            }
            else if (!one.isArray)
            {
                SerializedValue.Children(one).ForEach(part => Compare(part, two.FindPropertyRelative(part.name)));
            }
            else if (one.arraySize != two.arraySize)
            {
                found.Add(one.propertyPath);
            }
            else
            {
                for (int at = 0; at < one.arraySize; at++)
                {
                    Compare(one.GetArrayElementAtIndex(at), two.GetArrayElementAtIndex(at));
                }
            }
        }

        private bool IsSameReference(SerializedProperty one, SerializedProperty two)
        {
            UnityEngine.Object first = one.objectReferenceValue;
            UnityEngine.Object second = two.objectReferenceValue;
            if (first == null || second == null)
            {
                // The numbers of objects that are gone mean nothing: only whether there was one is compared.
                return first == second && (MissingReference.Read(one) == null) == (MissingReference.Read(two) == null);
            }
            return pairs.Correspond(first, second);
        }

        private void Add(SerializedProperty one, bool isSame)
        {
            if (!isSame)
            {
                found.Add(one.propertyPath);
            }
        }
    }
}
