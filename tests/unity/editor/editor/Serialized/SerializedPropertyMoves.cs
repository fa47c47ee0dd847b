using System;
using System.Collections;
using System.Collections.Generic;
using System.Reflection;
using UnityDouble;
using UnityEngine;

namespace UnityEditor
{
    /// <content>Moving over the properties.</content>
    public partial class SerializedProperty
    {
        public void Reset()
        {
            GoTo(owner.Root);
        }

        /// <summary>Moves to the next property, hidden ones included.</summary>
        public bool Next(bool enterChildren)
        {
            return Move(enterChildren, delegate { return true; });
        }

        /// <summary>Moves to the next property that the inspector shows.</summary>
        public bool NextVisible(bool enterChildren)
        {
            return Move(enterChildren, IsVisible);
        }

        /// <summary>Returns a copy that is moved past this property and its children.</summary>
        public SerializedProperty GetEndProperty()
        {
            return GetEndProperty(false);
        }

        public SerializedProperty GetEndProperty(bool includeInvisible)
        {
            SerializedProperty end = Copy();
            if (includeInvisible)
            {
                end.Next(false);
            }
            else
            {
                end.NextVisible(false);
            }
            return end;
        }

        public int CountRemaining()
        {
            SerializedProperty at = Copy();
            int count = 0;
            while (at.NextVisible(true))
            {
                count++;
            }
            return count;
        }

        public int CountInProperty()
        {
            SerializedProperty at = Copy();
            string inside = path + ".";
            int count = 1;
            while (at.NextVisible(true) && at.path.StartsWith(inside, StringComparison.Ordinal))
            {
                count++;
            }
            return count;
        }

        /// <summary>Iterates over the items of an array, or over the direct children.</summary>
        public IEnumerator GetEnumerator()
        {
            if (isArray)
            {
                for (int i = 0; i < arraySize; i++)
                {
                    yield return GetArrayElementAtIndex(i);
                }
                yield break;
            }
            SerializedProperty end = GetEndProperty();
            SerializedProperty at = Copy();
            while (at.NextVisible(true) && !EqualContents(at, end))
            {
                yield return at;
            }
        }

        private bool Move(bool enterChildren, Predicate<PropertyPlace> accepts)
        {
            PropertyPlace next = Following(Place, enterChildren);
            while (next != null && !accepts(next))
            {
                // The level `Array` is passed through, other rejected properties are passed over with their children.
                next = Following(next, next.IsArrayLevel && next.Parent.IsList);
            }
            GoTo(next);
            return next != null;
        }

        private void GoTo(PropertyPlace next)
        {
            ended = next == null;
            place = next;
            version = owner.Version;
            path = next == null ? string.Empty : next.Path;
        }

        private static PropertyPlace Following(PropertyPlace at, bool enterChildren)
        {
            if (enterChildren && at.Children.Count > 0)
            {
                return at.Children[0];
            }
            for (; at.Parent != null; at = at.Parent)
            {
                IList<PropertyPlace> siblings = at.Parent.Children;
                int index = siblings.IndexOf(at);
                if (index + 1 < siblings.Count)
                {
                    return siblings[index + 1];
                }
            }
            return null;
        }

        // Follows the scripting reference, SerializedProperty.NextVisible and HideInInspector.
        private static bool IsVisible(PropertyPlace at)
        {
            if (at.IsArrayLevel || at.Parent.IsArrayLevel && !at.Parent.Parent.IsList || at.Parent.Type == SerializedPropertyType.ObjectReference)
            {
                return false;
            }
            if (at.Parent.Parent != null || at.IsAdded)
            {
                return !IsHidden(at);
            }
            switch (at.Name)
            {
                case "m_ObjectHideFlags":
                case "m_CorrespondingSourceObject":
                case "m_PrefabInstance":
                case "m_PrefabAsset":
                case "m_GameObject":
                case "m_Enabled":
                case "m_EditorHideFlags":
                case "m_Name":
                case "m_EditorClassIdentifier":
                case "m_Father":
                case "m_Children":
                case "m_RootOrder":
                case "m_LocalEulerAnglesHint":
                    return false;
                default:
                    return !IsHidden(at);
            }
        }

        private static bool IsHidden(PropertyPlace at)
        {
            FieldInfo field = PropertyShape.Field(at.Parent.Declared, at.Name);
            return field != null && System.Attribute.IsDefined(field, typeof(HideInInspector));
        }
    }
}
