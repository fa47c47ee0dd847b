using System;
using System.Reflection;
using UnityEngine;

namespace UnityTools.Bridge
{
    /// <summary>One value that a component has: a field, or a property, under the name that Unity saves it by.</summary>
    internal sealed class ComponentMember
    {
        /// <summary>As in files: `m_Intensity`; of a script's own field its name.</summary>
        internal readonly string Name;

        /// <summary>As in C#, where that is another one; else null.</summary>
        internal readonly string CSharpName;

        /// <summary>Unity's own masks of layers that are declared as numbers.</summary>
        private static readonly string[] Masks = { "cullingMask", "eventMask" };

        private readonly FieldInfo field;
        private readonly PropertyInfo property;
        private readonly bool isMask;

        /// <param name="property">Where there is one it is read and written by, so that the component notices.</param>
        internal ComponentMember(string name, FieldInfo field, PropertyInfo property)
        {
            Name = name;
            this.field = field;
            this.property = property;
            string csharp = property == null ? field.Name : property.Name;
            CSharpName = csharp == name ? null : csharp;
            isMask = property != null && property.PropertyType == typeof(int) && System.Array.IndexOf(Masks, property.Name) >= 0;
        }

        internal Type Type
        {
            get { return isMask ? typeof(LayerMask) : property == null ? field.FieldType : property.PropertyType; }
        }

        internal bool CanWrite
        {
            get { return property == null ? !field.IsInitOnly && !field.IsLiteral : property.GetSetMethod(true) != null; }
        }

        /// <exception cref="Failure">What its own code threw.</exception>
        internal object Get(object of)
        {
            try
            {
                object value = property == null ? field.GetValue(of) : property.GetValue(of, null);
                return isMask ? (LayerMask)(int)value : value;
            }
            catch (TargetInvocationException error)
            {
                throw Failure.Thrown(error.InnerException ?? error);
            }
        }

        /// <exception cref="Failure">What its own code threw.</exception>
        internal void Set(object of, object value)
        {
            try
            {
                if (property == null)
                {
                    field.SetValue(of, value);
                }
                else
                {
                    property.SetValue(of, isMask ? ((LayerMask)value).value : value, null);
                }
            }
            catch (TargetInvocationException error)
            {
                throw Failure.Thrown(error.InnerException ?? error);
            }
        }
    }
}
