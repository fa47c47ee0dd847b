using System;
using System.Collections.Generic;
using UnityEngine;

namespace UnityTools.Bridge
{
    /// <summary>A field that a query names, on components of one type.</summary>
    internal sealed class FieldUse
    {
        private readonly TypeUse type;
        private readonly string path;
        private readonly ObjectTable objects;
        private readonly Dictionary<Type, MemberPath> paths = new Dictionary<Type, MemberPath>();

        internal FieldUse(TypeUse type, string path, ObjectTable objects)
        {
            this.type = type;
            this.path = path;
            this.objects = objects;
        }

        internal string Name
        {
            get { return type.Name + "." + path; }
        }

        /// <summary>Null if the component has no such field, or the field has no value.</summary>
        /// <param name="items">The maximum number of list items.</param>
        internal Item Read(Component component, int items)
        {
            MemberPath found = component == null ? null : Of(component.GetType());
            if (found == null)
            {
                return null;
            }
            try
            {
                Type declared;
                object value = found.GetShown(component, out declared);
                if (!ValueTypes.CanShow(declared))
                {
                    return null;
                }
                bool whole;
                string written = ValueWriter.Write(value, objects, items, out whole);
                return new Item(written, NumberOf(value), declared);
            }
            catch (Failure)
            {
                // A property may throw, and null has no members: then there is no value.
                return null;
            }
        }

        /// <exception cref="Failure">No matching type has such a field.</exception>
        internal void Check(string argument)
        {
            if (type.Meant().Count == 0 || type.Meant().Exists(one => Of(one) != null))
            {
                return;
            }
            List<string> known = new List<string>();
            foreach (Type one in type.Meant())
            {
                known.AddRange(MemberTable.Of(one).ConvertAll(member => member.CSharpName ?? member.Name));
            }
            known.Sort(string.CompareOrdinal);
            string listed = "there are: " + string.Join(", ", known.GetRange(0, Math.Min(30, known.Count)).ToArray());
            Failure none = Near.None(argument, Name, type.Name + " has no field " + path, known, listed);
            throw none;
        }

        private MemberPath Of(Type one)
        {
            MemberPath found;
            if (!paths.TryGetValue(one, out found))
            {
                found = MemberPath.ReadIfAny(one, path);
                paths.Add(one, found);
            }
            return found;
        }

        private static long? NumberOf(object value)
        {
            if (value is LayerMask)
            {
                return (uint)((LayerMask)value).value;
            }
            return value is Enum ? Convert.ToInt64(value, System.Globalization.CultureInfo.InvariantCulture) : (long?)null;
        }
    }
}
