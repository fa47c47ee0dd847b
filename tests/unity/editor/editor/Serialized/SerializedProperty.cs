using System;
using System.Reflection;
using UnityDouble;
using UnityEngine;

namespace UnityEditor
{
    /// <summary>A place in a SerializedObject: it reads and writes a value, and moves over the properties.</summary>
    // Follows Editor/Mono/SerializedProperty.bindings.cs.
    public partial class SerializedProperty : IDisposable
    {
        private readonly SerializedObject owner;
        private string path;
        private PropertyPlace place;
        private int version = -1;
        private bool ended;

        internal SerializedProperty(SerializedObject owner, string path)
        {
            this.owner = owner;
            this.path = path;
        }

        public SerializedObject serializedObject
        {
            get { return owner; }
        }

        public string propertyPath
        {
            get { return path; }
        }

        public string name
        {
            get { return Place.Name; }
        }

        public string displayName
        {
            get
            {
                string own = Place.Name;
                bool isItem = own.StartsWith("data[", StringComparison.Ordinal);
                return isItem ? "Element " + own.Substring(5).TrimEnd(']') : ObjectNames.NicifyVariableName(own);
            }
        }

        public string tooltip
        {
            get
            {
                TooltipAttribute attribute = Attribute<TooltipAttribute>();
                return attribute == null ? string.Empty : attribute.tooltip;
            }
        }

        public int depth
        {
            get { return Place.Depth; }
        }

        public SerializedPropertyType propertyType
        {
            get { return Place.Type; }
        }

#if UNITY_2022_1_OR_NEWER
        public SerializedPropertyNumericType numericType
        {
            get { return PropertyShape.NumericType(Place.Declared, Place.Type); }
        }
#endif

        public string type
        {
            get { return Place.IsArrayLevel ? "Array" : PropertyShape.TypeName(Place.Declared, Place.Type, Place.Node); }
        }

        public bool editable
        {
            get { return (owner.targetObject.hideFlags & HideFlags.NotEditable) == 0; }
        }

        public bool hasChildren
        {
            get { return Place.Children.Count > 0; }
        }

        public bool hasVisibleChildren
        {
            get
            {
                foreach (PropertyPlace child in Place.Children)
                {
                    if (IsVisible(child) || child.IsArrayLevel && Place.IsList)
                    {
                        return true;
                    }
                }
                return false;
            }
        }

        /// <summary>True if the edited objects have different values here.</summary>
        public bool hasMultipleDifferentValues
        {
            get
            {
                for (int i = 1; i < owner.Trees.Length; i++)
                {
                    Node other = owner.Trees[i].Find(path);
                    if (other == null || !other.Same(Place.Node))
                    {
                        return true;
                    }
                }
                return false;
            }
        }

        internal PropertyPlace Place
        {
            get
            {
                if (version != owner.Version && !ended)
                {
                    place = path.Length == 0 ? owner.Root : owner.Root.Find(path);
                    version = owner.Version;
                }
                if (place == null)
                {
                    throw new InvalidOperationException("The operation is not possible when moved past all properties (Next returned false)");
                }
                return place;
            }
        }

        public void Dispose()
        {
            place = null;
        }

        public SerializedProperty Copy()
        {
            return new SerializedProperty(owner, path);
        }

        public SerializedProperty FindPropertyRelative(string relativePropertyPath)
        {
            PropertyPlace found = Place.Find(relativePropertyPath);
            return found == null ? null : new SerializedProperty(owner, found.Path);
        }

        /// <summary>True if both are the same property of the same objects.</summary>
        public static bool EqualContents(SerializedProperty x, SerializedProperty y)
        {
            if (x == null || y == null)
            {
                return x == y;
            }
            return x.path == y.path && x.ended == y.ended && x.owner.targetObject == y.owner.targetObject;
        }

        /// <summary>True if both have the same value.</summary>
        public static bool DataEquals(SerializedProperty x, SerializedProperty y)
        {
            if (x == null || y == null)
            {
                return x == y;
            }
            return x.Place.Node.Same(y.Place.Node);
        }

        private T Attribute<T>()
            where T : Attribute
        {
            FieldInfo field = Place.Parent == null ? null : PropertyShape.Field(Place.Parent.Declared, Place.Name);
            return field == null ? null : (T)System.Attribute.GetCustomAttribute(field, typeof(T));
        }
    }
}
