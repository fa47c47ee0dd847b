using System;
using System.Collections.Generic;
using System.Reflection;
using UnityEngine;

namespace UnityTools.Bridge
{
    /// <summary>`components` and `components-edit`.</summary>
    internal sealed class ComponentFunctions
    {
        private readonly ObjectTable objects;
        private readonly SingleEdits edits;

        internal ComponentFunctions(ObjectTable objects, SingleEdits edits)
        {
            this.objects = objects;
            this.edits = edits;
        }

        internal void AddTo(Functions functions)
        {
            functions.Add("components/list-components", List);
            functions.Add("components/resolve-type", ResolveType);
            functions.Add("components-edit/add", Add);
            functions.AddSteps("components-edit/remove", Remove);
        }

        /// <summary>Adds a component; a refusal of Unity becomes a failure.</summary>
        internal static Component Add(GameObject to, Type type, SceneWriter writer)
        {
            if (typeof(Transform).IsAssignableFrom(type) && type != typeof(RectTransform))
            {
                throw Failure.Argument("each object has its one Transform already");
            }
            if (Attribute.IsDefined(type, typeof(DisallowMultipleComponent), true) && to.GetComponent(type) != null)
            {
                throw new Failure("conflict", "the object has a " + type.FullName + " already, and may have one only");
            }
            Component added = writer.Add(to, type);
            if (added == null)
            {
                throw new Failure("unity", "Unity adds no " + type.FullName + " to this object; its console says why");
            }
            return added;
        }

        /// <summary>Finds a component by position, or by the full or short name of its type.</summary>
        internal static Component Choose(GameObject on, string named)
        {
            Component[] all = on.GetComponents<Component>();
            long index;
            if (Numbers.Long(named, out index))
            {
                return At(all, index);
            }
            Component found = Array.Find(all, one => one != null && one.GetType().FullName == named)
                ?? Array.Find(all, one => one != null && ComponentTypes.IsNamed(one.GetType(), named));
            if (found == null)
            {
                throw Failure.NotFound("the object has no component `" + named + "`, it has " + Listed(all));
            }
            return found;
        }

        /// <summary>The component at that position, which must still have that type.</summary>
        internal static Component Same(GameObject on, int index, string typeName)
        {
            Component[] all = on.GetComponents<Component>();
            Component found = At(all, index);
            if (found.GetType().FullName != typeName)
            {
                throw new Failure("conflict", "component " + index + " is a " + found.GetType().FullName + " by now, not a " + typeName);
            }
            return found;
        }

        internal static bool? Enabled(Component component)
        {
            Behaviour behaviour = component as Behaviour;
            if (behaviour != null)
            {
                return behaviour.enabled;
            }
            Renderer renderer = component as Renderer;
            if (renderer != null)
            {
                return renderer.enabled;
            }
            // Types of modules that a game may lack, by name.
            PropertyInfo enabled = component == null ? null : component.GetType().GetProperty("enabled", typeof(bool));
            return enabled == null || !enabled.CanRead ? (bool?)null : (bool)enabled.GetValue(component, null);
        }

        private static Component At(Component[] all, long index)
        {
            if (index < 0 || index >= all.Length)
            {
                throw Failure.NotFound("there is no component " + index + ", the object has " + Listed(all));
            }
            if (all[index] == null)
            {
                throw new Failure("not-ready", "the script of component " + index + " is missing");
            }
            return all[index];
        }

        private static string Listed(Component[] all)
        {
            return string.Join(", ", Array.ConvertAll(all, one => ComponentTypes.Name(one)));
        }

        private void List(CallJob asked, JsonWriter value)
        {
            Arguments args = new Arguments(asked);
            Component[] all = objects.Find(args.Text("object")).GetComponents<Component>();
            List<int> places = new List<int>();
            for (int at = 0; at < all.Length; at++)
            {
                places.Add(at);
            }
            Paged.Write(value, "components", args.Inner("page"), places, (at, to) => Card(all[at], at, to));
        }

        private static void Card(Component one, int at, JsonWriter value)
        {
            string name = ComponentTypes.Name(one);
            bool? enabled = Enabled(one);
            value.Object().Name("index").Count(at).Name("type-name").Text(name);
            value.Name("summary").Text(one == null ? name : one.name + " (" + name + ")").Name("enabled");
            if (enabled.HasValue)
            {
                value.Bool(enabled.Value);
            }
            else
            {
                value.Null();
            }
            value.EndObject();
        }

        private void ResolveType(CallJob asked, JsonWriter value)
        {
            Type type = ComponentTypes.Find(new Arguments(asked).Text("type-name"));
            value.Object().Name("reply").Text("type-name").Name("value").Text(type.FullName).EndObject();
        }

        private void Add(CallJob asked, JsonWriter value)
        {
            Arguments args = new Arguments(asked);
            Component added = edits.Add(asked, objects.Find(args.Text("object")), ComponentTypes.FindPermitted(args.Text("type-name")));
            value.Object().Name("reply").Text("added").Name("value").Count(ObjectTable.IndexOf(added)).EndObject();
        }

        private IEnumerator<Rest> Remove(CallJob asked, JsonWriter value)
        {
            Arguments args = new Arguments(asked);
            GameObject on = objects.Find(args.Text("object"));
            Component gone = Same(on, args.Whole("component"), args.Text("type-name"));
            if (gone is Transform)
            {
                throw Failure.Argument("an object's Transform cannot be removed");
            }
            Type dependent = Dependent(on, gone);
            if (dependent != null)
            {
                throw new Failure("conflict", dependent.FullName + " on the same object needs it") { Hint = "remove that one first" };
            }
            edits.Make(asked, new GoneChange(() => gone));
            while (gone != null)
            {
                yield return Rest.Frame;
            }
            Paged.Done(value);
        }

        /// <summary>A type on the object that requires the component and would lose it; null if absent.</summary>
        private static Type Dependent(GameObject on, Component gone)
        {
            foreach (Component other in on.GetComponents<Component>())
            {
                if (other == null || other == gone)
                {
                    continue;
                }
                foreach (RequireComponent needs in other.GetType().GetCustomAttributes(typeof(RequireComponent), true))
                {
                    foreach (Type type in new[] { needs.m_Type0, needs.m_Type1, needs.m_Type2 })
                    {
                        if (type != null && type.IsInstanceOfType(gone) && on.GetComponents(type).Length == 1)
                        {
                            return other.GetType();
                        }
                    }
                }
            }
            return null;
        }
    }
}
