using System;
using System.Collections;
using System.Reflection;
using System.Runtime.CompilerServices;

namespace UnityTools.Bridge
{
    /// <summary>Copies of values of components, so that a plan changes nothing in the game.</summary>
    internal static class Copies
    {
        private const int Deepest = 8;

        internal static object Of(object value)
        {
            return Of(value, 0);
        }

        private static object Of(object value, int depth)
        {
            if (value == null || value is string || value is UnityEngine.Object || value.GetType().IsPrimitive || depth > Deepest)
            {
                return value;
            }
            Type type = value.GetType();
            IList list = value as IList;
            if (list != null && ValueTypes.Item(type) != null)
            {
                IList copy = type.IsArray ? Array.CreateInstance(type.GetElementType(), list.Count) : (IList)Activator.CreateInstance(type);
                for (int at = 0; at < list.Count; at++)
                {
                    object item = Of(list[at], depth + 1);
                    if (type.IsArray)
                    {
                        copy[at] = item;
                    }
                    else
                    {
                        copy.Add(item);
                    }
                }
                return copy;
            }
            if (type.IsValueType)
            {
                return RuntimeHelpers.GetObjectValue(value);
            }
            if (!ValueTypes.IsComposed(type))
            {
                return value;
            }
            return SavedParts.IsUnityClass(type) ? Anew(value, type) : type.Namespace == "UnityEngine" ? value : Composed(value, type, depth);
        }

        private static object Anew(object value, Type type)
        {
            object copy = Activator.CreateInstance(type);
            SavedParts.Of(type).ForEach(part => part.Set(copy, part.Get(value)));
            return copy;
        }

        private static object Composed(object value, Type type, int depth)
        {
            MethodInfo shallow = typeof(object).GetMethod("MemberwiseClone", BindingFlags.Instance | BindingFlags.NonPublic);
            object copy = shallow.Invoke(value, null);
            foreach (FieldInfo field in MemberTable.Saved(type))
            {
                // Several fields can refer to one managed object, and so must their copies.
                if (!MemberTable.IsManaged(field))
                {
                    field.SetValue(copy, Of(field.GetValue(value), depth + 1));
                }
            }
            return copy;
        }
    }
}
