using System;
using System.Collections.Generic;
using UnityEngine;

namespace UnityTools.Bridge
{
    /// <summary>Hierarchy moves of a batch.</summary>
    internal sealed class DraftPlaces
    {
        private readonly Draft draft;
        private readonly ObjectTable objects;
        private readonly Trials trials;
        private readonly Tree tree;

        internal DraftPlaces(Draft draft, ObjectTable objects, Trials trials, Tree tree)
        {
            this.draft = draft;
            this.objects = objects;
            this.trials = trials;
            this.tree = tree;
        }

        internal void Reparent(Subject subject, Subject parent, Arguments given)
        {
            if (parent != null && tree.Family(subject).Contains(parent))
            {
                throw new Failure("invalid-argument", "parent is " + tree.Path(parent) + ", which is the object itself or below it")
                {
                    Hint = "name a parent that is neither the object nor one of its descendants"
                };
            }
            if (!subject.IsMade)
            {
                draft.Writer.CheckMove(subject.One, parent == null ? null : parent.One);
            }
            List<Subject> beside = parent == null ? tree.Roots(subject.Scene) : tree.Below(parent);
            int others = beside.FindAll(one => one != subject).Count;
            int index = given.Has("index") ? given.Whole("index") : -1;
            if (index > others)
            {
                throw new Failure("invalid-argument", "index is " + index + "; it must be 0 to " + others + ": there are " + others + " siblings")
                {
                    Hint = "leave index out to make it the last"
                };
            }
            bool keepWorld = given.Bool("keep-world");
            Transform kept = keepWorld ? trials.Kept(Chain(subject), Chain(parent)) : null;
            Subject before = subject.Parent;
            int place = tree.Beside(subject).IndexOf(subject);
            tree.Move(subject, parent, index);
            draft.ParentRow(subject, before);
            if (index >= 0)
            {
                PlanRow row = draft.Row(subject);
                row.Field = "index";
                row.Old = place.ToString();
                row.New = index.ToString();
            }
            if (kept != null && !(subject.One.transform is RectTransform))
            {
                KeptRows(subject, kept);
            }
            if (!subject.IsMade)
            {
                Func<GameObject> below = parent == null ? (Func<GameObject>)null : () => parent.One;
                draft.Changes.Add(new PlaceChange(subject.One, below, index, keepWorld, parent == null ? subject.Scene : parent.Scene));
            }
            else if (kept != null)
            {
                subject.One.transform.localPosition = kept.localPosition;
                subject.One.transform.localRotation = kept.localRotation;
                subject.One.transform.localScale = kept.localScale;
            }
        }

        private static List<Transform> Chain(Subject to)
        {
            List<Transform> above = new List<Transform>();
            for (Subject one = to; one != null; one = one.Parent)
            {
                above.Insert(0, one.One.transform);
            }
            return above;
        }

        private void KeptRows(Subject subject, Transform kept)
        {
            Transform now = subject.One.transform;
            Follow(subject, "m_LocalPosition", now.localPosition, kept.localPosition, now.localPosition == kept.localPosition);
            Follow(subject, "m_LocalRotation", now.localRotation, kept.localRotation, now.localRotation == kept.localRotation);
            Follow(subject, "m_LocalScale", now.localScale, kept.localScale, now.localScale == kept.localScale);
        }

        private void Follow(Subject subject, string field, object old, object value, bool same)
        {
            if (same)
            {
                return;
            }
            PlanRow row = draft.Row(subject);
            row.Index = 0;
            row.Type = subject.Parts[0].Type.FullName;
            row.Field = field;
            row.Old = ValueChange.Shown(old, objects);
            row.New = ValueChange.Shown(value, objects);
            row.Follows = true;
        }
    }
}
