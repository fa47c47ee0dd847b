using System;
using UnityEngine;

namespace UnityTools.Bridge
{
    /// <summary>A member that a step reads after each tick, and the condition that ends the step.</summary>
    internal sealed class WatchedValue
    {
        private static readonly string[] Known =
        {
            "equal", "unequal", "greater", "at-least", "less", "at-most", "contains", "matches", "exists", "missing"
        };

        private readonly ObjectTable objects;
        private readonly Component component;
        private readonly MemberPath path;
        private readonly string told;
        private readonly string op;
        private readonly Json wanted;
        private bool complained;

        /// <exception cref="Failure">The object, component or member does not exist.</exception>
        internal WatchedValue(Arguments watch, ObjectTable objects)
        {
            this.objects = objects;
            GameObject on = objects.Find(watch.Text("object"));
            Arguments field = watch.Inner("field");
            string type = field.Text("component");
            component = Array.Find(on.GetComponents<Component>(), one => one != null && ComponentTypes.IsCalled(one.GetType(), type));
            if (component == null)
            {
                throw Failure.NotFound("`" + on.name + "` has no component `" + type + "`");
            }
            path = MemberPath.Read(component.GetType(), field.Text("path"));
            told = type + "." + field.Text("path");
            // Read once now: if this fails, the name is usually wrong.
            Type now;
            path.Get(component, out now);
            if (watch.Has("until"))
            {
                Arguments until = watch.Inner("until");
                op = until.Any("op").Text ?? "";
                wanted = until.Has("value") ? until.Any("value") : null;
                if (Array.IndexOf(Known, op) < 0)
                {
                    throw Failure.Unsupported("a step cannot end by " + until.Any("op").Told + ": use one of " + string.Join(", ", Known));
                }
            }
        }

        /// <summary>
        /// Writes the current value as a list with one item, or an empty list if it cannot be read. Returns whether the
        /// condition holds.
        /// </summary>
        internal bool Look(CallJob asked, JsonWriter row)
        {
            row.List();
            string text = Read(asked);
            if (text != null)
            {
                row.Raw(text);
            }
            row.EndList();
            return op != null && text != null && Comparing.Passes(new Item(text, null, null), op, wanted);
        }

        private string Read(CallJob asked)
        {
            string why;
            try
            {
                if (component != null)
                {
                    Type type;
                    object found = path.GetShown(component, out type);
                    bool whole;
                    return ValueWriter.Write(found, objects, 20, out whole);
                }
                why = "the component is gone";
            }
            // An exception of a game's property ends the reading, but not the step.
            catch (Exception error)
            {
                why = error.Message;
            }
            if (!complained)
            {
                complained = true;
                asked.Note("`" + told + "` could not be read after some ticks: " + why);
            }
            return null;
        }
    }
}
