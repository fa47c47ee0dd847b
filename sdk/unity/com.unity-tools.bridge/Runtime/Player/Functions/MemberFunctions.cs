using System;
using System.Collections.Generic;
using System.Reflection;
using System.Text;
using UnityEngine;

namespace UnityTools.Bridge
{
    /// <summary>`members`, `members-edit` and `methods-call`, by reflection.</summary>
    internal sealed class MemberFunctions
    {
        private const int Items = 100;
        private const int LongestValue = 256 << 10;

        private readonly ObjectTable objects;
        private readonly ValueReader reader;
        private readonly SingleEdits edits;

        internal MemberFunctions(ObjectTable objects, SingleEdits edits)
        {
            this.objects = objects;
            this.edits = edits;
            reader = new ValueReader(objects);
        }

        internal void AddTo(Functions functions)
        {
            functions.Add("members/list-members", List);
            functions.Add("members/get", Get);
            functions.Add("members/resolve", Resolve);
            functions.Add("members-edit/set", Set);
            functions.Add("methods-call/invoke", Invoke);
        }

        private Component Chosen(Arguments args)
        {
            return ComponentFunctions.Choose(objects.Find(args.Text("object")), args.Text("component"));
        }

        private void List(CallJob asked, JsonWriter value)
        {
            Arguments args = new Arguments(asked);
            Component component = Chosen(args);
            Arguments page = args.Inner("page");
            int limit = Math.Min(LongestValue, Math.Max(256, page.Whole("max-bytes") / 2));
            int cut = 0;
            Paged.Write(value, "members", page, MemberTable.Of(component.GetType()), (member, to) =>
            {
                bool whole = false;
                string shown = null;
                try
                {
                    shown = Shown(member.Shown(component), limit, out whole);
                }
                catch (Failure failure)
                {
                    // A property may throw; the other members are still returned.
                    asked.Note("`" + member.Name + "` cannot be read: " + failure.Message);
                }
                cut += shown != null && !whole ? 1 : 0;
                Card(to, member.Name, member.CSharpName, member.Type, shown ?? "null");
            });
            if (cut > 0)
            {
                asked.Note(cut + " values are too long to list; get them by name, long arrays by element");
            }
        }

        private void Get(CallJob asked, JsonWriter value)
        {
            Arguments args = new Arguments(asked);
            Component component = Chosen(args);
            MemberPath path = MemberPath.Read(component.GetType(), args.Text("member"));
            Type type;
            object found = path.GetShown(component, out type);
            if (!ValueTypes.CanShow(type))
            {
                throw Failure.Unsupported("values of " + type.FullName + " have no form here");
            }
            bool whole;
            string shown = Shown(found, LongestValue, out whole);
            if (!whole)
            {
                asked.Note("the value is returned in part");
            }
            value.Object().Name("reply").Text("member").Name("value");
            Card(value, path.Top.Name + path.Rest, path.Rest.Length == 0 ? path.Top.CSharpName : null, type, shown);
            value.EndObject();
        }

        private void Resolve(CallJob asked, JsonWriter value)
        {
            Arguments args = new Arguments(asked);
            Component component = Chosen(args);
            string member = args.TextIfAny("member");
            MemberPath path = null;
            if (member != null)
            {
                try
                {
                    path = MemberPath.Read(component.GetType(), member);
                }
                catch (Failure failure)
                {
                    throw Failure.Argument(failure.Message);
                }
            }
            value.Object().Name("reply").Text("resolved").Name("value").Object();
            value.Name("component").Count(ObjectTable.IndexOf(component)).Name("type-name").Text(component.GetType().FullName);
            value.Name("member").Text(path == null ? "" : path.Top.Name);
            value.Name("csharp-name").TextOrNull(path == null ? null : path.Top.CSharpName);
            value.Name("rest").Text(path == null ? "" : path.Rest).EndObject().EndObject();
        }

        private void Set(CallJob asked, JsonWriter value)
        {
            Arguments args = new Arguments(asked);
            Arguments member = args.Inner("member");
            GameObject on = objects.Find(args.Text("object"));
            Component component = ComponentFunctions.Same(on, member.Whole("component"), member.Text("type-name"));
            MemberPath path = MemberPath.Read(component.GetType(), member.Text("member") + member.Text("rest"));
            Json given = Written("value", args.Text("value"));
            edits.Writer.CheckSet(component.GetType(), path.Top);
            Part part = new Part(component, false);
            part.Set(path, (wanted, current) => reader.Read(given, wanted, current));
            Type type;
            edits.Make(asked, new ValueChange(part, path, part.Get(path, out type)));
            Paged.Done(value);
        }

        private void Invoke(CallJob asked, JsonWriter value)
        {
            Arguments args = new Arguments(asked);
            GameObject on = objects.Find(args.Text("object"));
            Component component = ComponentFunctions.Same(on, args.Whole("component"), args.Text("type-name"));
            Json given = Written("arguments", args.Text("arguments"));
            if (given.Kind != JsonKind.List)
            {
                throw Arguments.Wrong("arguments", given, "a JSON array");
            }
            object[] values;
            MethodInfo method = Chosen(component.GetType(), args.Text("method"), given.Items, out values);
            object result;
            try
            {
                result = method.Invoke(component, values);
            }
            catch (TargetInvocationException error)
            {
                throw Failure.Thrown(error.InnerException ?? error);
            }
            bool whole = true;
            string shown = result == null || ValueTypes.CanShow(result.GetType())
                ? Shown(result, LongestValue, out whole)
                : new JsonWriter().Text(result.ToString()).ToString();
            if (!whole)
            {
                asked.Note("the result is returned in part");
            }
            value.Object().Name("reply").Text("returned").Name("value").Text(shown).EndObject();
        }

        /// <summary>
        /// The method with that name that accepts these arguments. Methods of the type are preferred to those of its
        /// base types.
        /// </summary>
        private MethodInfo Chosen(Type type, string name, List<Json> given, out object[] values)
        {
            const BindingFlags any = BindingFlags.Instance | BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.DeclaredOnly;
            List<string> named = new List<string>();
            Failure misfit = null;
            for (Type at = type; at != null && at != typeof(object); at = at.BaseType)
            {
                foreach (MethodInfo method in at.GetMethods(any))
                {
                    ParameterInfo[] parameters = method.GetParameters();
                    if (method.Name != name || method.ContainsGenericParameters)
                    {
                        continue;
                    }
                    named.Add(method.ToString());
                    if (parameters.Length != given.Count)
                    {
                        continue;
                    }
                    try
                    {
                        values = new object[given.Count];
                        for (int place = 0; place < values.Length; place++)
                        {
                            values[place] = reader.Read(given[place], parameters[place].ParameterType, null);
                        }
                        return method;
                    }
                    catch (Failure failure)
                    {
                        misfit = failure;
                    }
                }
            }
            if (named.Count == 0)
            {
                throw Failure.NotFound(type.FullName + " has no method `" + name + "`");
            }
            string why = misfit == null ? given.Count + " arguments are given" : misfit.Message;
            throw Failure.Argument(why + "; there is " + string.Join(", ", named.ToArray()));
        }

        private static Json Written(string name, string json)
        {
            try
            {
                return JsonReader.Read(json);
            }
            catch (NoJson error)
            {
                throw Failure.Argument("`" + name + "` is no JSON: " + error.Message);
            }
        }

        private string Shown(object found, int limit, out bool whole)
        {
            for (int items = Items; ; items /= 10)
            {
                string shown = ValueWriter.Write(found, objects, items, out whole);
                if (Encoding.UTF8.GetByteCount(shown) <= limit)
                {
                    return shown;
                }
                whole = false;
                if (items == 0)
                {
                    return "null";
                }
            }
        }

        private static void Card(JsonWriter value, string name, string csharpName, Type type, string shown)
        {
            value.Object().Name("name").Text(name).Name("csharp-name").TextOrNull(csharpName);
            value.Name("type-name").Text(ValueTypes.Name(type)).Name("value").Text(shown).EndObject();
        }
    }
}
