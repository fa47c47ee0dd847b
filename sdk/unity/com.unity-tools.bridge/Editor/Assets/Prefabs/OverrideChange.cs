using System;
using System.Collections.Generic;
using UnityEditor;
using UnityEngine;

namespace UnityTools.Bridge
{
    /// <summary>Applies overrides of a prefab instance to the prefab, or reverts them: of the instance, a component or a field.</summary>
    internal sealed class OverrideChange : PrefabChange
    {
        private readonly GameObject one;
        private readonly Component component;

        /// <summary>The path of the property, as Unity writes it; null for all.</summary>
        private readonly string path;

        /// <summary>The paths of the properties in the plan.</summary>
        private readonly List<string> paths;

        private readonly bool applies;
        private readonly string field;

        /// <summary>Whether the prefab has another value in some row.</summary>
        private bool changesFile;

        internal OverrideChange(AssetDraft draft, AssetArguments given, bool applies)
        {
            this.applies = applies;
            field = given.Name("object");
            one = SceneObject(draft, given);
            PrefabInstanceParts instance = PrefabInstanceParts.Of(one);
            if (instance == null)
            {
                throw new Failure("invalid-argument", "`" + field + "` is " + Named(draft) + ", which is no part of a prefab instance");
            }
            component = given.Has("component") ? DraftComponents.Choose(new Subject(one, -1), given.Any("component")).Actual : null;
            string name = given.TextIfAny("field");
            if (component == null && name != null)
            {
                throw Failure.Argument("`" + given.Name("field") + "` is \"" + Surrogates.Cut(name, 160) + "\", and `component` is null: name the component of the field");
            }
            if (component == null && one != instance.Root)
            {
                throw new Failure("invalid-argument", "`" + field + "` is " + Named(draft) + ", which is a part of a prefab instance, and `component` is null")
                {
                    Hint = "name a component, or give the root of the instance: " + draft.Objects.Id(instance.Root) + " (" + instance.Root.name + ")"
                };
            }
            path = name == null ? null : FieldPath.Find(new SerializedObject(component), given.Name("field"), name).propertyPath;
            string prefab = AssetDatabase.GetAssetPath(PrefabInstanceParts.Source(instance.Root));
            CheckPrefab(draft, prefab, instance);
            CheckItem(given.Name("field"), name);
            OverridePlan plan = new OverridePlan(draft.Objects, instance, one, path == null);
            List<int> rows = Chosen(plan, draft.Objects.Id(one));
            if (rows.Count == 0)
            {
                string what = path != null ? "`" + name + "` of its " + component.GetType().FullName : component != null ? "its " + component.GetType().FullName : "it";
                throw new Failure("not-found", "`" + field + "` is " + Named(draft) + ", and " + what + " has no overrides") { Hint = "list the overrides of the object first" };
            }
            paths = rows.FindAll(at => plan.Here(at) != null).ConvertAll(plan.Path);
            rows.ForEach(at => draft.Row(Row(draft, plan, at, prefab)));
        }

        internal override void Make(AssetRun run)
        {
            PrefabInstanceParts instance = one == null ? null : PrefabInstanceParts.Of(one);
            if (instance == null)
            {
                throw new Failure("not-found", "the object is no part of a prefab instance any more");
            }
            GameObject source = PrefabInstanceParts.Source(instance.Root);
            string prefab = AssetDatabase.GetAssetPath(source);
            string before = null;
            if (applies)
            {
                UnsavedAssets.Save(prefab);
                before = AssetTree.FileDigest(prefab, true);
                run.Did(new AssetOperation.Replace(prefab, run.Copies.KeepFile(prefab)));
            }
            Begin(run, one);
            Change(instance.Root, prefab);
            End(one);
            if (applies)
            {
                UnsavedAssets.Save(prefab);
                if (changesFile && AssetTree.FileDigest(prefab, true) == before)
                {
                    throw new Failure("unity", "Unity applied nothing to " + prefab + ": the console of Unity says why");
                }
            }
        }

        private void Change(GameObject root, string prefab)
        {
            const InteractionMode Mode = InteractionMode.UserAction;
            if (path != null)
            {
                SerializedProperty property = new SerializedObject(component).FindProperty(path);
                if (applies)
                {
                    PrefabUtility.ApplyPropertyOverride(property, prefab, Mode);
                }
                else
                {
                    PrefabUtility.RevertPropertyOverride(property, Mode);
                }
            }
            else if (component == null && applies)
            {
                PrefabUtility.ApplyPrefabInstance(root, Mode);
            }
            else if (component == null)
            {
                PrefabUtility.RevertPrefabInstance(root, Mode);
            }
            else if (PrefabInstanceParts.Source(component) == null && applies)
            {
                PrefabUtility.ApplyAddedComponent(component, prefab, Mode);
            }
            else if (PrefabInstanceParts.Source(component) == null)
            {
                PrefabUtility.RevertAddedComponent(component, Mode);
            }
            else if (applies)
            {
                PrefabUtility.ApplyObjectOverride(component, prefab, Mode);
            }
            else
            {
                // The place of a root would be reverted, too, by one call for the component.
                foreach (string each in paths)
                {
                    PrefabUtility.RevertPropertyOverride(new SerializedObject(component).FindProperty(each), Mode);
                }
            }
        }

        /// <summary>The positions of the rows that the change is about.</summary>
        private List<int> Chosen(OverridePlan plan, string id)
        {
            List<int> rows = new List<int>();
            int index = component == null ? -1 : ObjectTable.IndexOf(component);
            for (int at = 0; at < plan.Count; at++)
            {
                DifferenceRow row = plan.Row(at);
                bool isAdded = row.Difference == "added-component" && row.Object == id && row.Index == index && path == null;
                bool isValue = plan.Here(at) == component && (path == null || IsWithin(plan.Path(at), path) || IsWithin(path, plan.Path(at)));
                if (component == null || (row.Difference == "value" ? isValue : isAdded))
                {
                    rows.Add(at);
                }
            }
            return rows;
        }

        private PlanRow Row(AssetDraft draft, OverridePlan plan, int at, string prefab)
        {
            DifferenceRow difference = plan.Row(at);
            PlanRow row = new PlanRow
            {
                Edit = draft.At,
                Object = difference.Object,
                File = applies ? prefab : SceneTable.File(one.scene),
                Path = difference.Path,
                Index = difference.Index,
                Type = difference.Index < 0 ? null : difference.Type,
                Field = difference.Field
            };
            string here = difference.Value;
            string there = difference.SourceValue;
            if (difference.Difference != "value")
            {
                string what = row.Type == null ? new JsonWriter().Object().Name("name").Text(Last(difference.Path)).EndObject().ToString() : PlanRow.Typed(row.Type);
                bool isHere = difference.Difference != "removed-component" && difference.Difference != "removed-object";
                here = isHere ? what : null;
                there = isHere ? null : what;
            }
            row.Old = applies ? there : here;
            row.New = applies ? here : there;
            row.Need = Need(plan, at, row);
            changesFile |= row.Old != row.New;
            return row;
        }

        /// <summary>The same permission that a direct edit of the value, component or object needs.</summary>
        private static string Need(OverridePlan plan, int at, PlanRow row)
        {
            if (plan.Here(at) is Component)
            {
                return FieldPath.Need(plan.Here(at).GetType(), row.Field);
            }
            if (row.Type != null)
            {
                return PlanRow.ComponentNeed(row.Type);
            }
            // Components appear or disappear with the object, in both directions.
            return plan.Whole(at) == null ? null : PlanRow.ComponentsNeed(plan.Whole(at));
        }

        private void CheckPrefab(AssetDraft draft, string prefab, PrefabInstanceParts instance)
        {
            if (instance.IsMissing || string.IsNullOrEmpty(prefab))
            {
                throw new Failure("not-found", "`" + field + "` is " + Named(draft) + ", and the prefab of the instance does not exist any more");
            }
            if (!applies)
            {
                return;
            }
            if (!prefab.EndsWith(".prefab", StringComparison.OrdinalIgnoreCase))
            {
                throw new Failure("unsupported", "`" + field + "` is " + Named(draft) + ", an instance of " + prefab + ", which Unity imports from its file, so nothing can be applied to it")
                {
                    Hint = "create a prefab variant from the object, and apply to that"
                };
            }
            AssetPath.Check(field, prefab);
            UnsavedAssets.CheckStage(field, prefab);
        }

        /// <summary>Unity applies an item that the list of the prefab does not have only after a question to the user.</summary>
        private void CheckItem(string fieldName, string name)
        {
            bool isItem = applies && path != null && path.IndexOf(".Array.data[", StringComparison.Ordinal) >= 0;
            Component source = isItem ? PrefabInstanceParts.Source(component) : null;
            if (source != null && new SerializedObject(source).FindProperty(path) == null)
            {
                string list = SerializedPath.Shown(path.Substring(0, path.IndexOf(".Array.data[", StringComparison.Ordinal)));
                throw new Failure("invalid-argument", "`" + fieldName + "` is \"" + name + "\", and the list of the prefab has no such item") { Hint = "give the whole list: " + list };
            }
        }

        private string Named(AssetDraft draft)
        {
            return draft.Objects.Id(one) + " (" + one.name + ")";
        }

        private static bool IsWithin(string inner, string outer)
        {
            return inner == outer || inner.StartsWith(outer + ".", StringComparison.Ordinal);
        }

        private static string Last(string path)
        {
            return path.Substring(path.LastIndexOf('/') + 1);
        }
    }
}
