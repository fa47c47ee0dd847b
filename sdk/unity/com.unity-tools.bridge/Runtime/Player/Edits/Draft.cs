using System;
using System.Collections.Generic;
using UnityEngine;
using UnityEngine.SceneManagement;

namespace UnityTools.Bridge
{
    /// <summary>A draft of a batch: computes the changes without changing the game.</summary>
    internal sealed class Draft
    {
        internal readonly List<PlanRow> Rows = new List<PlanRow>();

        /// <summary>Changes of existing objects, in order.</summary>
        internal readonly List<Change> Changes = new List<Change>();

        /// <summary>Destroyed objects: last, because they cannot be restored.</summary>
        internal readonly List<Change> Gone = new List<Change>();

        internal readonly List<string> Notes = new List<string>();

        /// <summary>Rows of changed values, with functions that read the values afterwards.</summary>
        internal readonly List<KeyValuePair<PlanRow, Func<string>>> Set = new List<KeyValuePair<PlanRow, Func<string>>>();

        private readonly List<Subject> made = new List<Subject>();
        private readonly ObjectTable objects;
        private readonly SceneTable scenes;
        private readonly ValueReader reader;
        private readonly Trials trials;
        private readonly Tree tree = new Tree();
        private readonly DraftComponents components;
        private int at;

        /// <param name="writer">Makes the changes afterwards. The draft itself only asks it what is possible.</param>
        internal Draft(ObjectTable objects, SceneTable scenes, Trials trials, SceneWriter writer)
        {
            Writer = writer;
            this.objects = objects;
            this.scenes = scenes;
            this.trials = trials;
            reader = new ValueReader(objects);
            components = new DraftComponents(this, trials);
        }

        internal SceneWriter Writer { get; private set; }

        /// <summary>Whether an undo restores destroyed objects.</summary>
        internal bool Restores
        {
            get { return Writer.History != null; }
        }

        internal int At
        {
            get { return at; }
        }

        /// <exception cref="Failure">An edit is not possible; the message contains its position.</exception>
        internal void Add(List<Json> edits)
        {
            for (at = 0; at < edits.Count; at++)
            {
                try
                {
                    made.Add(Add(edits[at]));
                }
                catch (Failure failure)
                {
                    throw new Failure(failure.Kind, "edit " + at + ": " + failure.Message)
                    {
                        Hint = failure.Hint,
                        Facts = failure.Facts,
                        Exception = failure.Exception,
                        Stack = failure.Stack
                    };
                }
            }
        }

        /// <summary>The created objects that are not destroyed, each after its parent.</summary>
        internal List<Subject> Appearing()
        {
            List<Subject> all = made.FindAll(one => one != null && one.GoneBy < 0);
            List<Subject> ordered = new List<Subject>();
            while (ordered.Count < all.Count)
            {
                ordered.AddRange(all.FindAll(one =>
                    !ordered.Contains(one) && (one.Parent == null || !all.Contains(one.Parent) || ordered.Contains(one.Parent))));
            }
            return ordered;
        }

        internal PlanRow Row(Subject subject)
        {
            PlanRow row = new PlanRow
            {
                Edit = at,
                Object = subject.IsMade ? null : objects.Id(subject.One),
                MadeBy = subject.MadeBy,
                File = SceneTable.File(subject.Scene),
                Path = tree.Path(subject)
            };
            Rows.Add(row);
            return row;
        }

        private Subject Add(Json edit)
        {
            string kind = edit.Names.Count == 1 ? edit.Names[0] : "";
            Arguments given = kind.Length == 0 ? new Arguments(edit) : new Arguments(edit).Inner(kind);
            switch (kind)
            {
                case "set":
                    SetValue(given);
                    return null;
                case "set-active":
                    SetActive(Target("object", given), given.Bool("active"));
                    return null;
                case "create":
                    return Create(given);
                case "instantiate":
                    return Instantiate(given);
                case "destroy":
                    Destroy(Target("object", given));
                    return null;
                case "reparent":
                    new DraftPlaces(this, objects, trials, tree).Reparent(Target("object", given), given.Has("parent") ? Target("parent", given) : null, given);
                    return null;
                case "add-component":
                    components.Add(Target("object", given), ComponentTypes.Find(given.Text("type-name")));
                    return null;
                case "remove-component":
                    components.Remove(Target("object", given), given.Any("component"));
                    return null;
                default:
                    throw Failure.Unsupported("the edit " + edit.Raw + " is not known here");
            }
        }

        private Subject Target(string name, Arguments given)
        {
            Arguments target = given.Inner(name);
            Subject subject;
            if (target.Has("made"))
            {
                int edit = target.Whole("made");
                subject = edit < made.Count ? made[edit] : null;
                if (subject == null)
                {
                    throw new Failure("invalid-argument", name + " is what edit " + edit + " makes, but no edit " + edit + " before this one makes an object")
                    {
                        Hint = "`made` counts the edits of this batch from 0; only create and instantiate make objects"
                    };
                }
            }
            else
            {
                subject = tree.Of(objects.Find(target.Text("object")));
            }
            if (subject.GoneBy >= 0)
            {
                throw Failure.NotFound(name + " is destroyed by edit " + subject.GoneBy + " of this batch");
            }
            return subject;
        }

        private void SetValue(Arguments given)
        {
            Subject subject = Target("object", given);
            Part part = DraftComponents.Choose(subject, given.Any("component"));
            MemberPath path = Member(part.Type, given.Text("path"));
            Json value = given.Any("value");
            Writer.CheckSet(part.Type, path.Top);
            Type type;
            PlanRow row = Row(subject);
            row.Index = subject.Parts.IndexOf(part);
            row.Type = part.Type.FullName;
            row.Field = path.Shown;
            row.Need = PlanRow.MemberNeed(row.Type, path.Top);
            row.Old = ValueChange.Shown(part.Get(path, out type), objects);
            part.Set(path, (wanted, current) => reader.Read(value, wanted, current));
            object changed = part.Get(path, out type);
            row.New = ValueChange.Shown(changed, objects);
            if (!subject.IsMade)
            {
                Changes.Add(new ValueChange(part, path, changed));
            }
            Set.Add(new KeyValuePair<PlanRow, Func<string>>(row, () => part.Actual == null
                ? row.New
                : ValueChange.Shown(path.Get(part.Actual, out type), objects)));
        }

        /// <exception cref="Failure">The type has no such member, so the argument is wrong.</exception>
        private static MemberPath Member(Type type, string path)
        {
            try
            {
                return MemberPath.Read(type, path);
            }
            catch (Failure failure)
            {
                throw new Failure("invalid-argument", failure.Message) { Hint = failure.Hint, Facts = failure.Facts };
            }
        }

        private void SetActive(Subject subject, bool active)
        {
            PlanRow row = Row(subject);
            row.Field = "active_self";
            row.Old = subject.Active ? "true" : "false";
            row.New = active ? "true" : "false";
            subject.Active = active;
            if (subject.IsMade)
            {
                subject.One.SetActive(active);
            }
            else
            {
                Changes.Add(new ActiveChange(subject.One, active));
            }
        }

        private Subject Create(Arguments given)
        {
            Subject parent = given.Has("parent") ? Target("parent", given) : null;
            Scene scene = Home(given, parent);
            // All type names are resolved before anything is created.
            List<Type> types = given.Texts("components").ConvertAll(name => ComponentTypes.Find(name));
            GameObject one = trials.Make(given.Text("name"));
            one.transform.localPosition = given.Has("position") ? given.Vector("position") : Vector3.zero;
            Subject subject = Appear(one, scene, parent);
            types.ForEach(type => components.Add(subject, type));
            return subject;
        }

        private Subject Instantiate(Arguments given)
        {
            Subject parent = given.Has("parent") ? Target("parent", given) : null;
            Scene scene = Home(given, parent);
            GameObject one = trials.Instance(given.Text("prefab"));
            Vector3 before = one.transform.localPosition;
            Vector3 position = given.Has("position") ? given.Vector("position") : before;
            one.transform.localPosition = position;
            Subject subject = Appear(one, scene, parent, PlanRow.ComponentsNeed(one));
            if (position != before)
            {
                PlanRow row = Row(subject);
                row.Index = 0;
                row.Type = subject.Parts[0].Type.FullName;
                row.Field = "localPosition";
                row.Old = ValueChange.Shown(before, objects);
                row.New = ValueChange.Shown(position, objects);
            }
            return subject;
        }

        private Scene Home(Arguments given, Subject parent)
        {
            Scene scene = given.Has("scene") ? scenes.Loaded(scenes.Named(given.Text("scene"))) : parent == null ? SceneManager.GetSceneAt(0) : parent.Scene;
            if (parent != null && scene != parent.Scene)
            {
                throw new Failure("invalid-argument", "scene is " + scenes.Id(scene) + ", but the parent is in " + scenes.Id(parent.Scene))
                {
                    Hint = "leave scene out"
                };
            }
            return scene;
        }

        /// <param name="need">The permission to create the components that the object has already; null if none is needed.</param>
        private Subject Appear(GameObject one, Scene scene, Subject parent, string need = null)
        {
            Subject subject = new Subject(one, at) { Scene = scene };
            tree.Add(subject);
            PlanRow row = Row(subject);
            row.New = PlanRow.Named(subject.Name, tree.Family(subject).Count);
            row.Need = need;
            if (parent != null)
            {
                tree.Move(subject, parent, -1);
                ParentRow(subject, null);
            }
            return subject;
        }

        internal void ParentRow(Subject subject, Subject before)
        {
            PlanRow row = Row(subject);
            row.Field = "parent";
            row.Old = Told(before);
            row.New = Told(subject.Parent);
            row.Goal = subject.Parent;
        }

        /// <summary>Fills in the ids of created objects.</summary>
        internal void Name(List<Subject> appearing)
        {
            foreach (PlanRow row in Rows)
            {
                Subject subject = appearing.Find(one => one.MadeBy == row.MadeBy && row.MadeBy >= 0);
                row.Object = subject == null ? row.Object : objects.Id(subject.One);
                if (row.Goal != null && appearing.Contains(row.Goal))
                {
                    row.New = new Facts(objects).Reference(row.Goal.One);
                }
            }
        }

        /// <summary>A created object has no id yet.</summary>
        private string Told(Subject parent)
        {
            if (parent == null)
            {
                return "null";
            }
            JsonWriter to = new JsonWriter().Object();
            if (parent.IsMade)
            {
                to.Name("made").Count(parent.MadeBy);
            }
            else
            {
                to.Name("ref").Text(objects.Id(parent.One));
            }
            return to.Name("name").Text(parent.Name).Name("type").Text("UnityEngine.GameObject").EndObject().ToString();
        }

        private void Destroy(Subject subject)
        {
            if (!subject.IsMade)
            {
                Writer.CheckDestroy(subject.One);
            }
            List<Subject> family = tree.Family(subject);
            Row(subject).Old = PlanRow.Named(subject.Name, family.Count);
            tree.Remove(subject);
            foreach (Subject one in family)
            {
                one.GoneBy = at;
                // Children that exist in the game are destroyed too, even if this batch moved them there.
                if (!one.IsMade)
                {
                    GameObject gone = one.One;
                    Gone.Add(new GoneChange(() => gone));
                }
            }
            if (!subject.IsMade && !Restores)
            {
                Notes.Add("edit " + at + ": " + GoneChange.Why + ", so this batch cannot be undone");
            }
        }
    }
}
