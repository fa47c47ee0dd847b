using System;
using System.Reflection;

namespace UnityTools.Bridge
{
    /// <summary>One value that a component has: a field, or a property, under the name that Unity saves it by.</summary>
    internal sealed class ComponentMember
    {
        /// <summary>As in files: `m_Intensity`; of a script's own field its name.</summary>
        internal readonly string Name;

        /// <summary>As in C#, where that is another one; else null.</summary>
        internal readonly string CSharpName;

        private readonly FieldInfo field;
        private readonly PropertyInfo property;

        /// <param name="property">Where there is one it is read and written by, so that the component notices.</param>
        internal ComponentMember(string name, FieldInfo field, PropertyInfo property)
        {
            Name = name;
            this.field = field;
            this.property = property;
            string csharp = property == null ? field.Name : property.Name;
            CSharpName = csharp == name ? null : csharp;
        }

        internal Type Type
        {
            get { return property == null ? field.FieldType : property.PropertyType; }
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
                return property == null ? field.GetValue(of) : property.GetValue(of, null);
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
                    property.SetValue(of, value, null);
                }
            }
            catch (TargetInvocationException error)
            {
                throw Failure.Thrown(error.InnerException ?? error);
            }
        }
    }
}
