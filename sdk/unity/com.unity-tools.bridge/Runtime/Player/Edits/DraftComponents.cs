using System;
using System.Collections.Generic;
using UnityEngine;

namespace UnityTools.Bridge
{
    /// <summary>Components that a batch adds and removes, tried on trial objects.</summary>
    internal sealed class DraftComponents
    {
        private readonly Draft draft;
        private readonly Trials trials;

        /// <summary>For trial objects, which are never recorded.</summary>
        private static readonly SceneWriter Direct = new SceneWriter();

        internal DraftComponents(Draft draft, Trials trials)
        {
            this.draft = draft;
            this.trials = trials;
        }

        /// <summary>By position, or by the full or short name of the type.</summary>
        internal static Part Choose(Subject subject, Json given)
        {
            List<Part> parts = subject.Parts;
            string listed = string.Join(", ", parts.ConvertAll(part => part.Type == null ? ComponentTypes.MissingScript : part.Type.FullName).ToArray());
            Arguments chosen = new Arguments(given);
            if (chosen.Has("by-index"))
            {
                int index = chosen.Whole("by-index");
                if (index >= parts.Count)
                {
                    throw Failure.NotFound("there is no component " + index + ", the object has " + listed);
                }
                if (parts[index].Type == null)
                {
                    throw new Failure("not-ready", "the script of component " + index + " is missing");
                }
                return parts[index];
            }
            string name = chosen.Text("by-type");
            Part found = parts.Find(part => part.Type != null && part.Type.FullName == name)
                ?? parts.Find(part => part.Type != null && ComponentTypes.IsNamed(part.Type, name));
            if (found == null)
            {
                throw Failure.NotFound("the object has no component `" + name + "`, it has " + listed);
            }
            return found;
        }

        internal void Add(Subject subject, Type type)
        {
            bool single = Attribute.IsDefined(type, typeof(DisallowMultipleComponent), true);
            if (single && subject.Parts.Exists(part => part.Type != null && (part.Type == type || part.Type.IsSubclassOf(type))))
            {
                throw new Failure("conflict", "the object has a " + type.FullName + " already, and may have one only");
            }
            if (subject.IsMade)
            {
                ComponentFunctions.Add(subject.One, type, Direct);
                Take(subject, subject.One, part => subject.Parts.Exists(known => known.Seen == part));
                return;
            }
            subject.Trial = subject.Trial ?? trials.Make(subject.Name);
            List<Component> before = new List<Component>(subject.Trial.GetComponents<Component>());
            ComponentFunctions.Add(subject.Trial, type, Direct);
            // A required component is not added if the object already has it.
            List<Part> taken = Take(subject, subject.Trial, component => before.Contains(component)
                || (component.GetType() != type && subject.Parts.Exists(part => part.Type != null && component.GetType().IsAssignableFrom(part.Type))));
            draft.Changes.Add(new AddedChange(subject.One, type, taken));
        }

        internal void Remove(Subject subject, Json given)
        {
            Part gone = Choose(subject, given);
            if (typeof(Transform).IsAssignableFrom(gone.Type))
            {
                throw new Failure("invalid-argument", "Can't remove " + gone.Type.FullName + " from " + subject.Name + ": every object has one")
                {
                    Hint = "destroy takes the whole object away"
                };
            }
            Type holder = Dependent(subject, gone);
            if (holder != null)
            {
                throw new Failure("invalid-argument", "Can't remove " + gone.Type.FullName + " from " + subject.Name + " because " + holder.FullName + " depends on it")
                {
                    Hint = "remove " + holder.FullName + " first"
                };
            }
            PlanRow row = draft.Row(subject);
            row.Index = subject.Parts.IndexOf(gone);
            row.Type = gone.Type.FullName;
            row.Old = PlanRow.Typed(row.Type);
            row.Need = PlanRow.ComponentNeed(row.Type);
            subject.Parts.Remove(gone);
            if (subject.IsMade)
            {
                UnityEngine.Object.DestroyImmediate(gone.Seen);
                return;
            }
            draft.Gone.Add(new GoneChange(() => gone.Actual));
            if (!draft.Restores)
            {
                draft.Notes.Add("edit " + draft.At + ": " + GoneChange.Why + ", so this batch cannot be undone");
            }
        }

        /// <summary>The added components, as parts and rows.</summary>
        private List<Part> Take(Subject subject, GameObject tried, Predicate<Component> isKnown)
        {
            List<Part> taken = new List<Part>();
            foreach (Component component in tried.GetComponents<Component>())
            {
                if (isKnown(component) || component.GetType() == typeof(Transform))
                {
                    continue;
                }
                Part part = new Part(component, true);
                bool replaces = component is Transform;
                if (replaces)
                {
                    subject.Parts[0] = part;
                }
                else
                {
                    subject.Parts.Add(part);
                }
                taken.Add(part);
                PlanRow row = draft.Row(subject);
                row.Index = replaces ? 0 : subject.Parts.Count - 1;
                row.Type = part.Type.FullName;
                row.New = PlanRow.Typed(row.Type);
                row.Need = PlanRow.ComponentNeed(row.Type);
            }
            return taken;
        }

        /// <summary>A type on the object that requires the component and would lose it; null if absent.</summary>
        private static Type Dependent(Subject subject, Part gone)
        {
            foreach (Part other in subject.Parts)
            {
                if (other == gone || other.Type == null)
                {
                    continue;
                }
                foreach (RequireComponent needs in other.Type.GetCustomAttributes(typeof(RequireComponent), true))
                {
                    foreach (Type type in new[] { needs.m_Type0, needs.m_Type1, needs.m_Type2 })
                    {
                        bool wanted = type != null && type.IsAssignableFrom(gone.Type);
                        if (wanted && !subject.Parts.Exists(part => part != gone && part.Type != null && type.IsAssignableFrom(part.Type)))
                        {
                            return other.Type;
                        }
                    }
                }
            }
            return null;
        }
    }
}
