using System.Collections.Generic;
using UnityEngine;
using UnityEngine.SceneManagement;

namespace UnityTools.Bridge
{
    /// <summary>
    /// The planned hierarchy of a batch; for objects that the batch did not touch, it is the hierarchy of the game.
    /// </summary>
    internal sealed class Tree
    {
        private readonly Dictionary<long, Subject> known = new Dictionary<long, Subject>();
        private readonly Dictionary<Subject, List<Subject>> below = new Dictionary<Subject, List<Subject>>();
        private readonly Dictionary<Scene, List<Subject>> roots = new Dictionary<Scene, List<Subject>>();

        internal Subject Of(GameObject one)
        {
            Subject found;
            if (!known.TryGetValue(NativeId.Of(one), out found))
            {
                found = new Subject(one, -1) { Scene = one.scene };
                known.Add(NativeId.Of(one), found);
                Transform above = one.transform.parent;
                found.Parent = above == null ? null : Of(above.gameObject);
            }
            return found;
        }

        /// <summary>Adds a trial object as the last child of its parent.</summary>
        internal void Add(Subject made)
        {
            known.Add(NativeId.Of(made.One), made);
            Beside(made).Add(made);
            foreach (Transform child in made.One.transform)
            {
                // The children of an instance are added with it.
                Add(new Subject(child.gameObject, made.MadeBy) { Scene = made.Scene, Parent = made });
            }
        }

        internal List<Subject> Beside(Subject subject)
        {
            return subject.Parent == null ? Roots(subject.Scene) : Below(subject.Parent);
        }

        internal List<Subject> Below(Subject parent)
        {
            List<Subject> found;
            if (!below.TryGetValue(parent, out found))
            {
                found = new List<Subject>();
                below.Add(parent, found);
                if (!parent.IsMade)
                {
                    foreach (Transform child in parent.One.transform)
                    {
                        found.Add(Of(child.gameObject));
                    }
                }
            }
            return found;
        }

        internal List<Subject> Roots(Scene scene)
        {
            List<Subject> found;
            if (!roots.TryGetValue(scene, out found))
            {
                found = SceneTable.Roots(scene).ConvertAll(one => Of(one));
                roots.Add(scene, found);
            }
            return found;
        }

        /// <param name="index">-1 for the last position.</param>
        internal void Move(Subject subject, Subject parent, int index)
        {
            // Both lists are computed before anything moves.
            List<Subject> from = Beside(subject);
            List<Subject> to = parent == null ? Roots(subject.Scene) : Below(parent);
            from.Remove(subject);
            subject.Parent = parent;
            to.Insert(index < 0 ? to.Count : index, subject);
            Settle(subject, parent == null ? subject.Scene : parent.Scene);
        }

        internal void Remove(Subject subject)
        {
            Beside(subject).Remove(subject);
        }

        /// <summary>The object and all its descendants.</summary>
        internal List<Subject> Family(Subject top)
        {
            List<Subject> family = new List<Subject> { top };
            for (int at = 0; at < family.Count; at++)
            {
                family.AddRange(Below(family[at]));
            }
            return family;
        }

        /// <summary>A unique path, so that callers can send it back.</summary>
        internal string Path(Subject subject)
        {
            int number = 1;
            foreach (Subject beside in Beside(subject))
            {
                if (beside == subject)
                {
                    break;
                }
                number += beside.Name == subject.Name ? 1 : 0;
            }
            string above = subject.Parent == null ? "" : Path(subject.Parent);
            return above + "/" + subject.Name + (number > 1 ? "[" + number + "]" : "");
        }

        private void Settle(Subject subject, Scene scene)
        {
            if (subject.Scene != scene)
            {
                Family(subject).ForEach(one => one.Scene = scene);
            }
        }
    }
}
