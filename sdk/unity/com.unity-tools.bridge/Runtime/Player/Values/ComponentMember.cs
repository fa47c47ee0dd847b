using System;
using System.Reflection;
using UnityEngine;

namespace UnityTools.Bridge
{
    /// <summary>One value of a component: a field or a property, under the name that Unity saves.</summary>
    internal sealed class ComponentMember
    {
        /// <summary>The serialized name: `m_Intensity`; for a field of a script its name.</summary>
        internal readonly string Name;

        /// <summary>The C# name if it differs; otherwise null.</summary>
        internal readonly string CSharpName;

        /// <summary>Layer masks of Unity components that are declared as numbers.</summary>
        private static readonly string[] Masks = { "cullingMask", "eventMask" };

        /// <summary>Whether it is a field with [SerializeReference].</summary>
        internal readonly bool IsManaged;

        private readonly FieldInfo field;
        private readonly PropertyInfo property;
        private readonly bool isMask;

        /// <param name="property">
        /// If there is a property, it reads and writes the value, so that the component notices the change.
        /// </param>
        internal ComponentMember(string name, FieldInfo field, PropertyInfo property)
        {
            Name = name;
            this.field = field;
            this.property = property;
            string csharp = property == null ? field.Name : property.Name;
            CSharpName = csharp == name ? null : csharp;
            IsManaged = field != null && MemberTable.IsManaged(field);
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

        /// <exception cref="Failure">The code of the component threw an exception.</exception>
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

        /// <summary>The value to write to an answer: that of a field with [SerializeReference] as a ManagedValue.</summary>
        /// <exception cref="Failure">The code of the component threw an exception.</exception>
        internal object Shown(object of)
        {
            object value = Get(of);
            return IsManaged ? new ManagedValue(value) : value;
        }

        /// <exception cref="Failure">The code of the component threw an exception.</exception>
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
