using System;
using System.Collections;
using System.Collections.Generic;
using System.Globalization;

namespace UnityTools.Bridge
{
    /// <summary>A member of a component and a path inside its value: `m_LocalPosition.x`, `slots[2].icon`.</summary>
    internal sealed class MemberPath
    {
        private readonly string[] steps;

        private MemberPath(ComponentMember top, string rest, string[] steps)
        {
            Top = top;
            Rest = rest;
            this.steps = steps;
        }

        internal ComponentMember Top { get; private set; }

        /// <summary>The rest of the path after the member, as written.</summary>
        internal string Rest { get; private set; }

        /// <summary>The path with the C# name of the member, as in answers about a component.</summary>
        internal string Shown
        {
            get { return (Top.CSharpName ?? Top.Name) + Rest; }
        }

        /// <exception cref="Failure">The type has no such member.</exception>
        internal static MemberPath Read(Type type, string text)
        {
            MemberPath found = ReadIfAny(type, text);
            if (found == null)
            {
                List<string> known = MemberTable.Of(type).ConvertAll(member => member.CSharpName ?? member.Name);
                string listed = "it has " + string.Join(", ", known.ToArray());
                throw Near.None("member", NameOf(text), type.FullName + " has no member `" + NameOf(text) + "`", known, listed);
            }
            return found;
        }

        /// <summary>Null if the type has no such member.</summary>
        internal static MemberPath ReadIfAny(Type type, string text)
        {
            string name = NameOf(text);
            ComponentMember top = MemberTable.Find(type, name);
            string rest = text.Substring(name.Length);
            return top == null ? null : new MemberPath(top, rest, Steps(rest));
        }

        /// <summary>The value at the path, and its declared type.</summary>
        internal object Get(object component, out Type type)
        {
            return Within(Top.Get(component), out type);
        }

        /// <summary>The same, if the value of the member is already known.</summary>
        internal object Within(object value, out Type type)
        {
            type = Top.Type;
            foreach (string step in steps)
            {
                value = Within(value, type, step, out type);
            }
            return value;
        }

        /// <summary>
        /// The value to write to an answer, and its declared type. The value of a field with [SerializeReference] is a
        /// ManagedValue, because the answer contains its class.
        /// </summary>
        internal object GetShown(object component, out Type type)
        {
            object value = Top.Get(component);
            bool isManaged = Top.IsManaged;
            type = Top.Type;
            foreach (string step in steps)
            {
                // An item of a managed list is a managed value, too.
                ComponentMember member = value == null || value is IList ? null : MemberTable.Find(value.GetType(), step);
                isManaged = member == null ? isManaged : member.IsManaged;
                value = Within(value, type, step, out type);
            }
            if (!isManaged)
            {
                return value;
            }
            type = typeof(ManagedValue);
            return new ManagedValue(value);
        }

        /// <summary>Writes the value; structs on the path are written back into the values that contain them.</summary>
        internal void Set(object component, Func<Type, object, object> read)
        {
            Top.Set(component, Changed(Top.Get(component), read));
        }

        /// <summary>The value of the member, with another value at the path.</summary>
        internal object Changed(object current, Func<Type, object, object> read)
        {
            if (!Top.CanWrite)
            {
                throw Failure.Argument("`" + Top.Name + "` can only be read");
            }
            return Changed(current, Top.Type, 0, read);
        }

        private object Changed(object current, Type type, int at, Func<Type, object, object> read)
        {
            if (at == steps.Length)
            {
                return read(type, current);
            }
            Type inner;
            object part = Within(current, type, steps[at], out inner);
            object changed = Changed(part, inner, at + 1, read);
            IList list = current as IList;
            if (list != null)
            {
                list[Place(steps[at])] = changed;
                return list;
            }
            ComponentMember member = MemberTable.Find(current.GetType(), steps[at]);
            if (!member.CanWrite)
            {
                throw Failure.Argument("`" + steps[at] + "` can only be read");
            }
            member.Set(current, changed);
            return current;
        }

        private static object Within(object value, Type type, string step, out Type inner)
        {
            if (value == null || value is UnityEngine.Object)
            {
                throw Failure.NotFound("there is nothing below a " + ValueTypes.Name(type) + (value == null ? " that is null" : ""));
            }
            IList list = value as IList;
            if (list != null)
            {
                int place = Place(step);
                if (place < 0 || place >= list.Count)
                {
                    throw Failure.NotFound("`[" + step + "]` is beyond a list of " + list.Count);
                }
                inner = ValueTypes.Item(type) ?? typeof(object);
                return list[place];
            }
            ComponentMember member = MemberTable.Find(value.GetType(), step);
            if (member == null)
            {
                throw Failure.NotFound(value.GetType().Name + " has no member `" + step + "`");
            }
            inner = member.Type;
            return member.Get(value);
        }

        private static int Place(string step)
        {
            int place;
            return int.TryParse(step, NumberStyles.None, CultureInfo.InvariantCulture, out place) ? place : -1;
        }

        private static string NameOf(string text)
        {
            int end = text.IndexOfAny(new[] { '.', '[' });
            return end < 0 ? text : text.Substring(0, end);
        }

        private static string[] Steps(string rest)
        {
            string[] parts = rest.Replace("]", "").Split(new[] { '.', '[' }, StringSplitOptions.RemoveEmptyEntries);
            return parts;
        }
    }
}
